-- Removes all occurrences of names from a list; returns how many of the names it contained.
-- KEYS list; ARGV channel, names...
local unwanted = {}
for i = 2, #ARGV do
  unwanted[ARGV[i]] = true
end
local rest, removed, counted = {}, 0, {}
for _, name in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  if not unwanted[name] then
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
  -- LREM would search the whole list for each name.
  redis.call('DEL', KEYS[1])
  for first = 1, #rest, 1000 do
    redis.call('RPUSH', KEYS[1], unpack(rest, first, math.min(first + 999, #rest)))
  end
end
redis.pcall('PUBLISH', ARGV[1], 'names')
return removed
