-- All of a sheet.
-- KEYS table, sheet, motions, acknowledgements
for i, key in ipairs(KEYS) do
  local type = redis.call('TYPE', key).ok
  if type ~= 'hash' and type ~= 'none' then
    return redis.error_reply('WRONGTYPE ' .. key .. ' is a ' .. type .. ', not a hash')
  end
end
local version = redis.call('HMGET', KEYS[2], 'lineage', 'epoch')
return {
  version[1] or '', version[2] or '',
  redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[3]), redis.call('HGETALL', KEYS[4])
}
