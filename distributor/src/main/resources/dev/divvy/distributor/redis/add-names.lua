-- Adds the names that are not in a list yet.
-- KEYS list; ARGV channel, names...
local there = {}
for _, name in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  there[name] = true
end
local fresh = {}
local added = 0
local function push()
  if #fresh > 0 then
    redis.call('RPUSH', KEYS[1], unpack(fresh))
    fresh = {}
  end
end
for i = 2, #ARGV do
  if not there[ARGV[i]] then
    there[ARGV[i]] = true
    fresh[#fresh + 1] = ARGV[i]
    added = added + 1
    if #fresh == 1000 then
      push()
    end
  end
end
push()
if added > 0 then
  redis.pcall('PUBLISH', ARGV[1], 'names')
end
return added
