-- merge.lua: frontier.Reevaluation.Merge, step by step as in Go, so that the
-- doubles come out the same. What sources gave a URL is one string, 40 bytes a
-- source: a digest of the source and the value in 24.

-- The names of what has no single source. A digest has no full stop.
crawl.rescored, crawl.the_rest = 'rescored........', 'the.rest........'

-- merged_plain is merged for a crawl in which the old value and the new one decide.
function crawl.merged_plain(old, source, value)
  local more = value - old
  if crawl.reevaluation == 'greater' then return more > 0 and value or old end
  local seed = 1e9 -- frontier.SeedValue
  local may_fall = old - seed < 0 and source ~= 'redirect'
  return (may_fall or more > 0) and more ~= 0 and value or old
end

-- RARELY

function crawl.exact(n) return string.format('%.17g', n) end

function crawl.sum(a, b)
  local most = 1.7976931348623157e308
  return math.max(-most, math.min(most, a + b))
end

function crawl.contributions(digest)
  local list, text = {}, call('HGET', crawl.base .. 'given', digest) or ''
  for at = 1, #text, 40 do
    list[#list + 1] = {
      source = string.sub(text, at, at + 15),
      value = crawl.number(string.match(string.sub(text, at + 16, at + 39), '%S+')),
    }
  end
  return list
end

function crawl.save_contributions(digest, list)
  local text = {}
  for i, c in ipairs(list) do text[i] = c.source .. string.format('%-24s', crawl.exact(c.value)) end
  call('HSET', crawl.base .. 'given', digest, table.concat(text))
end

function crawl.fold(list)
  local total, none, chances, greatest = 0, 1, true, nil
  for _, c in ipairs(list) do
    total = crawl.sum(total, c.value)
    none = none * (1 - c.value)
    greatest = math.max(greatest or c.value, c.value)
    chances = chances and 0 <= c.value and c.value <= 1
  end
  if crawl.reevaluation == 'hosts' then return total end
  if chances then return 1 - none end
  return greatest
end

function crawl.contribute(list, source, value)
  for _, c in ipairs(list) do
    if c.source == source then
      c.value = math.max(c.value, value)
      return
    end
  end
  local max_sources = 32 -- frontier.MaxSources
  if #list < max_sources then
    list[#list + 1] = {source = source, value = value}
  elseif #list == max_sources then
    list[#list + 1] = {source = crawl.the_rest, value = value}
  else
    local rest = list[max_sources + 1]
    rest.value = crawl.fold({rest, {value = value}})
  end
end

-- start keeps what the first discovery of a URL, or Rescore, gave.
function crawl.start(digest, source, value)
  if crawl.by_source then
    crawl.save_contributions(digest, {{source = source, value = crawl.number(value)}})
  end
end

-- merged returns the value of a record after a further discovery, as text. A
-- value that does not change keeps its digits.
function crawl.merged(r, source, value)
  if crawl.reevaluation == 'greater' or crawl.reevaluation == 'replace' then return crawl.merged_plain(r.value, source, value) end
  local old, given, new = crawl.number(r.value), crawl.number(value), nil
  if crawl.reevaluation == 'increment' then
    new = crawl.sum(old, given)
  else
    local list = crawl.contributions(r.digest)
    if #list == 0 then list[1] = {source = crawl.rescored, value = old} end -- they were lost
    crawl.contribute(list, source, given)
    crawl.save_contributions(r.digest, list)
    new = crawl.fold(list)
  end
  return new == old and r.value or crawl.exact(new)
end
