-- requeue.lua: queues dead URLs again. Returns how many still were dead. ARGV:
-- their counts and members of the failures.

crawl.begin()
local n = 0
for at = first, #ARGV, 2 do
  local count, member = ARGV[at], ARGV[at + 1]
  local r = call('ZSCORE', crawl.failures, member) == count and crawl.read(string.sub(member, 1, 16))
  if r and crawl.apply(r, 'requeue') then
    if crawl.history then crawl.note(r, 'requeued', '0', 0, '0 ') end
    crawl.enqueue(r)
    crawl.flush()
    call('ZREM', crawl.failures, member)
    n = n + 1
  end
end
crawl.add('dead', -n)
crawl.finish()
return n
