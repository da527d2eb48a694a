-- lease.lua: leases that hold and hosts that are held.

-- held returns the record of a lease that holds.
function crawl.held(digest, token)
  local r = crawl.read(digest)
  if r and (r.state == 'l' or r.state == 'r') and r.token == token then return r end
end

-- release takes a lease off a record and its host.
function crawl.release(r)
  call('ZREM', crawl.due, 'l' .. r.member)
  crawl.add('leased', -1)
  local h = crawl.host(r.host)
  h.leases, h.changed = h.leases - 1, true
  crawl.touch(r.host)
  return h
end

-- hold keeps a host from being visited until a time; it never shortens a wait.
function crawl.hold(h, time)
  if time > h.next then
    h.next, h.changed = time, true
    crawl.touch(h.name)
  end
end
