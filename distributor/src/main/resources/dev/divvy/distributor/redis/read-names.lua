-- A list of names.
-- KEYS list
local type = redis.call('TYPE', KEYS[1]).ok
if type ~= 'list' and type ~= 'none' then
  return redis.error_reply('WRONGTYPE ' .. KEYS[1] .. ' is a ' .. type .. ', not a list')
end
return redis.call('LRANGE', KEYS[1], 0, -1)
