-- Takes names off a list, wherever they stand.
-- KEYS list; ARGV channel, names...
local off = {}
for i = 2, #ARGV do
  off[ARGV[i]] = true
end
local rest, removed, counted = {}, 0, {}
for _, name in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  if not off[name] then
    rest[#rest + 1] = name
  elseif not counted[name] then
    counted[name] = true
    removed = removed + 1
  end
end
if removed == 0 then
  return 0
end
if removed <= 4 then
  for name in pairs(counted) do
    redis.call('LREM', KEYS[1], 0, name)
  end
else
  -- One by one each would be searched for through the whole list.
  redis.call('DEL', KEYS[1])
  for first = 1, #rest, 1000 do
    redis.call('RPUSH', KEYS[1], unpack(rest, first, math.min(first + 999, #rest)))
  end
end
redis.pcall('PUBLISH', ARGV[1], 'names')
return removed
