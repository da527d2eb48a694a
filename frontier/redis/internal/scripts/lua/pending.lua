-- pending.lua: changes that a script gathers, so that one command makes many of a kind. The
-- order stays: hosts and records come first, from which a repair makes the rest. What reads or
-- changes what may be gathered has it written first, by flush.

function crawl.gather()
  crawl.pending = {
    hosts = {'HSET', crawl.host_key}, records = {'HSET', crawl.url}, queued = {}, removed = {}, added = {},
  }
  return crawl.pending
end

-- put saves a record's text.
function crawl.put(digest, text)
  local records = (crawl.pending or crawl.gather()).records
  local n = #records
  if n > 400 then -- commands are not to get too long
    crawl.flush()
    records, n = crawl.gather().records, 2
  end
  records[n + 1], records[n + 2] = digest, text
  crawl.texts[digest] = text
end

-- put_host saves a host's text.
function crawl.put_host(name, text)
  local hosts = (crawl.pending or crawl.gather()).hosts
  local n = #hosts
  hosts[n + 1], hosts[n + 2] = name, text
  crawl.host_texts[name] = text
end

-- zadd_queue puts a member in the queue q of a host.
function crawl.zadd_queue(host, score, member)
  local queued = crawl.pending.queued
  local n = #queued
  queued[n + 1], queued[n + 2], queued[n + 3] = host, score, member
end

-- zadd and zrem change another sorted set.
function crawl.zadd(key, score, member)
  local added = (crawl.pending or crawl.gather()).added
  local args = added[key]
  if args then
    local n = #args
    args[n + 1], args[n + 2] = score, member
  else
    added[key] = {'ZADD', key, score, member}
  end
end

function crawl.zrem(key, member)
  local removed = (crawl.pending or crawl.gather()).removed
  local args = removed[key]
  if args then args[#args + 1] = member else removed[key] = {'ZREM', key, member} end
end

function crawl.flush()
  local p = crawl.pending
  if not p then return end
  crawl.pending = false
  if p.hosts[3] then call(unpack(p.hosts)) end
  if p.records[3] then call(unpack(p.records)) end
  local queued, at = p.queued, 1
  while queued[at] do
    local host, key = queued[at], crawl.base .. 'q:' .. queued[at]
    if queued[at + 3] ~= host then
      call('ZADD', key, queued[at + 1], queued[at + 2])
      at = at + 3
    else
      local args, n = {'ZADD', key}, 2
      while queued[at] == host do
        args[n + 1], args[n + 2] = queued[at + 1], queued[at + 2]
        at, n = at + 3, n + 2
      end
      call(unpack(args))
    end
  end
  for _, args in pairs(p.removed) do call(unpack(args)) end
  for _, args in pairs(p.added) do call(unpack(args)) end
end

-- RARELY

function crawl.save(r)
  crawl.put(r.digest, crawl.text(r))
  crawl.flush()
end
