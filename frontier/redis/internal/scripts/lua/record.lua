-- record.lua: one record a URL, under its digest, as text, so that a number keeps
-- its digits:
--
--   state age attempts flags token value ended length length host reason body
--
-- age is 10^12-1 less the number of URLs before, always 12 digits: of two
-- members of a sorted set with one score Redis takes the greater, so the one
-- that was pushed first. A member is age .. digest. The flags are 1 for a URL on
-- its revisit, and twice the number of leases that were lost. The lengths are
-- those of the host and of the reason of the last outcome, which came at ended,
-- microseconds since 1970 or 0. The body is the worker's (see entry.go). A record
-- that is done for good has no host.
--
-- States: q queued, b queued and in the batch, w waits for its own time,
-- v waits for a revisit, l leased, e evicted, d done, x dead; and of pages that are due again: u due
-- later, o overdue, r leased since.

function crawl.read(digest)
  local text = crawl.texts[digest]
  if text == nil then text = call('HGET', crawl.url, digest) end
  return text and crawl.parse(digest, text)
end

function crawl.parse(digest, text)
  local state, age, attempts, flags, token, value, ended, length, reason, at =
    string.match(text, '^(%a) (%d+) (%d+) (%d+) (%d+) (%S+) (%d+) (%d+) (%d+) ()')
  local reason_at = at + length
  return {
    digest = digest, member = age .. digest, state = state, age = age,
    attempts = attempts, revisited = flags % 2 == 1 and '1' or '0', lost = math.floor(flags / 2), token = token, value = value,
    ended = ended, host = string.sub(text, at, reason_at - 1), reason = string.sub(text, reason_at, reason_at + reason - 1),
    body = string.sub(text, reason_at + reason),
  }
end

function crawl.read_member(member) return crawl.read(string.sub(member, 13)) end

function crawl.flags(r) return string.format('%d', (r.revisited == '1' and 1 or 0) + 2 * r.lost) end

function crawl.text(r)
  return r.state .. ' ' .. r.age .. ' ' .. r.attempts .. ' ' .. crawl.flags(r) .. ' ' ..
    r.token .. ' ' .. r.value .. ' ' .. r.ended .. ' ' .. #r.host .. ' ' .. #r.reason .. ' ' .. r.host .. r.reason .. r.body
end

-- RARELY

-- size is what a record with a body counts towards the bound of bytes.
function crawl.size(body)
  local at = string.match(body, '^%S+ %S+ %S+ %S+ ()')
  return #body - at + 1
end

-- note adds an event to a record's history: the first stays, and the last 31.
-- metadata is the length of the source, the source and the reason.
function crawl.note(r, kind, given, rank, metadata)
  local key = crawl.base .. 'e:' .. r.digest
  local n = call('RPUSH', key, kind .. ' ' .. crawl.whole(crawl.wall) .. ' ' .. r.value .. ' ' .. given ..
    ' ' .. rank .. ' ' .. metadata)
  for _ = 33, n do -- frontier.MaxEvents and one
    call('LSET', key, 1, '')
    call('LREM', key, 1, '')
  end
end
