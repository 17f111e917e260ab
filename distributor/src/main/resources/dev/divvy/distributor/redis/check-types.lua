-- Returns an error unless all keys are missing or of the type in kind. Prepended to other scripts.
for _, key in ipairs(KEYS) do
  local type = redis.call('TYPE', key).ok
  if type ~= kind and type ~= 'none' then
    return redis.error_reply('WRONGTYPE ' .. key .. ' is a ' .. type .. ', not a ' .. kind)
  end
end
