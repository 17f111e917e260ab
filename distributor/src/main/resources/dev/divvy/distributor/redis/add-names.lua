-- Adds the names that a list does not contain yet; returns their number.
-- KEYS list; ARGV channel, names...
local present = {}
for _, name in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  present[name] = true
end
local missing = {}
local added = 0
local function push()
  if #missing > 0 then
    redis.call('RPUSH', KEYS[1], unpack(missing))
    missing = {}
  end
end
for i = 2, #ARGV do
  if not present[ARGV[i]] then
    present[ARGV[i]] = true
    missing[#missing + 1] = ARGV[i]
    added = added + 1
    if #missing == 1000 then
      push()
    end
  end
end
push()
if added > 0 then
  redis.pcall('PUBLISH', ARGV[1], 'names')
end
return added
