-- begin.lua: begins a crawl of several shards, unless there is one of the name. Returns the format
-- and the number of shards of what is there. ARGV: the same.

if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('HSET', KEYS[1], 'format', ARGV[1], 'shards', ARGV[2]) end
return redis.call('HMGET', KEYS[1], 'format', 'shards')
