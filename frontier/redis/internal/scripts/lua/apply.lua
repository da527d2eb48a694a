-- apply.lua: how a record changes by the table of transitions.

local counted = {['+'] = 1, ['-'] = -1}

-- apply changes a record as an event does and returns its new state, nil if the
-- event does not happen in the record's state. To take the record out of where
-- it was and put it where it belongs is left to the caller.
function crawl.apply(r, event)
  local to, attempts, lost, revisited =
    string.match(crawl.transitions[event], r.state .. (r.revisited or '0') .. ':(.)(.)(.)(.)')
  if not to then return nil end
  r.state = to
  if attempts ~= '=' then r.attempts = attempts == '0' and 0 or r.attempts + counted[attempts] end
  if lost ~= '=' then r.lost = lost == '0' and 0 or math.min(r.lost + counted[lost], crawl.max_lost) end
  if revisited ~= '=' then r.revisited = revisited == '+' and '1' or '0' end
  return to
end
