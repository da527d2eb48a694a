-- repair.lua: a step of a repair, which makes the queues, the sets and the
-- counters again from the records. Until the last step no other script changes
-- anything. Any worker may do any step: where the repair stands is on the server.
-- It begins anew after a step of which the server has applied a part, and after a
-- restart, since a cursor of a scan is good for one seed of the server's hashes.
-- Returns 1 if a step is left. A delayed URL whose time was lost is queued at once,
-- and a lease whose time was lost ends a lease time from now.

if crawl.begun == crawl.clock then return 0 end -- another worker did it
if crawl.begun == crawl.now then crawl.now = crawl.now + 1 end -- each step moves begun

-- What is set aside keeps the times of leases, of delayed URLs and of pages that are due again, and the
-- order of revisits.
local set_aside = {crawl.due, crawl.revisits, crawl.again}
local made_again = {crawl.ready.q, crawl.ready.b, crawl.ready.o, crawl.ranked_key.q, crawl.ranked_key.b, crawl.base .. 'late'}
local listed = crawl.base .. 'listed' -- evicted and dead records that are counted, and how dead ones are listed

local function old(key) return key .. ':old' end

local function put(key, score, member)
  return call('ZADD', key, call('ZSCORE', old(key), member) or score, member) == 1
end

local function count_once(r, name)
  if call('HSETNX', listed, r.digest, name) == 1 then crawl.add(name, 1) end
end

-- place puts a record where it belongs and counts it, once: a scan may return it
-- twice.
local function place(r)
  if r.state == 'd' and r.host ~= '' and r.digest ~= crawl.concluded then -- see crawl.close
    r.state = 'l'
    crawl.save(r)
  end
  local ranked_key = crawl.ranked_key[r.state]
  if ranked_key then
    local score = crawl.score(r.age, r.value)
    if call('ZADD', crawl.queue(r.state, r.host), score, r.member) == 0 then return end
    if crawl.ranked then call('ZADD', ranked_key, score, r.member) end
    crawl.add('queued', 1)
    if crawl.bounded then crawl.add('bytes', crawl.size(r.body)) end
    crawl.touch(r.host)
  elseif r.state == 'w' then
    if not put(crawl.due, crawl.now, 'u' .. r.member) then return end
    crawl.add('delayed', 1)
    if crawl.bounded then
      call('ZADD', crawl.base .. 'late', crawl.score(r.age, r.value), r.member)
      crawl.add('bytes', crawl.size(r.body))
    end
  elseif r.state == 'u' then
    if put(crawl.again, crawl.now, r.member) then crawl.add('again', 1) end
  elseif r.state == 'o' then
    if call('ZADD', crawl.queue('o', r.host), r.value, r.member) == 0 then return end
    crawl.add('overdue', 1)
    crawl.touch(r.host)
  elseif r.state == 'l' or r.state == 'r' then
    if not put(crawl.due, crawl.now + crawl.lease_time, 'l' .. r.member) then return end
    crawl.add('leased', 1)
    local h = crawl.host(r.host)
    h.leases, h.changed = h.leases + 1, true
    crawl.touch(r.host)
  elseif r.state == 'v' then -- behind those whose turn is known, the last pushed first
    if put(crawl.revisits, '-' .. r.age, r.digest) then crawl.add('revisits', 1) end
  elseif r.state == 'x' then
    count_once(r, 'dead')
  elseif r.state == 'e' then
    count_once(r, 'evicted')
  end
end

-- The first step sets aside and sets to zero.
local function begin()
  for _, key in ipairs(set_aside) do
    if call('EXISTS', old(key)) == 0 and call('EXISTS', key) == 1 then call('RENAME', key, old(key)) end
  end
  call('UNLINK', crawl.due, crawl.revisits, crawl.again, listed, unpack(made_again))
  for _, name in ipairs({'queued', 'delayed', 'leased', 'open', 'waits', 'bytes', 'again', 'overdue'}) do
    crawl.add(name, -crawl.count[name])
  end
  call('HSET', KEYS[1], 'revisits', 0, 'dead', 0, 'evicted', 0)
end

-- The next ones go through these keys. Hosts keep the time of their next visit;
-- what is listed as dead, or has contributions, and is not is dropped.
local scans = {
  {key = crawl.host_key, command = 'HSCAN', each = function(host, text)
    call('UNLINK', crawl.queue('q', host), crawl.queue('b', host), crawl.queue('o', host))
    call('HSET', crawl.host_key, host, '0 ' .. (string.match(text, '^%d+ (%d+)') or '0') .. ' - 0')
  end},
  {key = crawl.url, command = 'HSCAN', each = function(digest, text) place(crawl.parse(digest, text)) end},
  {key = crawl.failures, command = 'ZSCAN', each = function(member)
    local digest = string.sub(member, 1, 16)
    local kept = call('HGET', listed, digest)
    if kept == 'dead' then
      call('HSET', listed, digest, member)
    elseif kept ~= member then
      call('ZREM', crawl.failures, member)
    end
  end},
  {key = base .. 'given', command = 'HSCAN', each = function(digest)
    local r = crawl.read(digest)
    if not r or r.state == 'd' then call('HDEL', base .. 'given', digest) end
  end},
}

-- The last step counts what is left.
local function finish()
  local count = crawl.count
  crawl.add('urls', call('HLEN', crawl.url) - count.urls)
  crawl.add('hosts', call('HLEN', crawl.host_key) - count.hosts)
  local revisits, dead, evicted = unpack(call('HMGET', KEYS[1], 'revisits', 'dead', 'evicted'))
  crawl.add('done', count.urls - count.queued - count.delayed - count.leased - count.again - count.overdue - revisits - dead - evicted - count.done)
  for _ = 1, crawl.most do -- what was taken in, and removed, by a script that has not ended
    if count.inbox == 0 or call('HEXISTS', crawl.inbox, crawl.whole(count.put - count.inbox + 1)) == 1 then break end
    crawl.add('inbox', -1)
  end
  call('UNLINK', old(crawl.due), old(crawl.revisits), old(crawl.again), listed)
  if crawl.shards == 1 then return end
  local out = 0
  for to = 0, crawl.shards - 1 do out = out + call('LLEN', crawl.outbox(to)) end
  crawl.add('out', out - crawl.count.out)
end

-- head tells with which entries a scan begins: others with another seed.
local function head(scan)
  local names, fields = {}, scan and call(scan.command, scan.key, 0, 'COUNT', 10)[2] or {}
  for i = 1, #fields, 2 do names[#names + 1] = fields[i] end
  return string.sub(redis.sha1hex(table.concat(names)), 1, 16)
end

crawl.begin_in_full_memory()
local step, cursor, begun, began = string.match(call('HGET', KEYS[1], 'repair') or '', '^(%d+) (%d+) (%d+) (%x+)$')
step = tonumber(begun) == crawl.begun and began == head(scans[tonumber(step)]) and tonumber(step) or 0
local scan = scans[step]
if scan then
  local fields
  cursor, fields = unpack(call(scan.command, scan.key, cursor, 'COUNT', crawl.most / 4))
  for i = 1, #fields, 2 do scan.each(fields[i], fields[i + 1]) end
  if cursor == '0' then step = step + 1 end
elseif step == 0 then
  begin()
  step, cursor = 1, '0'
else
  finish()
  step = nil
end
crawl.repairs = step ~= nil
crawl.count.repair = step and step .. ' ' .. cursor .. ' ' .. crawl.whole(crawl.now) .. ' ' .. head(scans[step]) or ''
crawl.counted.repair = true
crawl.finish()
return step and 1 or 0
