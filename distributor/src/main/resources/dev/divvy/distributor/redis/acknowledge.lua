-- Says that a service has let go of all that it lost up to an epoch; never goes back.
-- KEYS acknowledgements; ARGV service, epoch (19 digits)
local before = redis.call('HGET', KEYS[1], ARGV[1])
if not before or before < ARGV[2] then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
return 1
