-- A list of names.
-- KEYS list
for i, key in ipairs(KEYS) do
  local type = redis.call('TYPE', key).ok
  if type ~= 'list' and type ~= 'none' then
    return redis.error_reply('WRONGTYPE ' .. key .. ' is a ' .. type .. ', not a list')
  end
end
return redis.call('LRANGE', KEYS[1], 0, -1)
