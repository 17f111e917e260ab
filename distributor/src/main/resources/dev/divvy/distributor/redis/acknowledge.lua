-- Records the epoch up to which a service has released all units that it lost; never lowers it.
-- KEYS acknowledgements; ARGV service, epoch (19 digits)
local before = redis.call('HGET', KEYS[1], ARGV[1])
if not before or before < ARGV[2] then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
return 1
