-- Reads the assignment of a service: version, field, releasers by unit, and the acknowledgements of these releasers.
-- KEYS table, distribution, handovers, acknowledgements; ARGV service
local version = redis.call('HMGET', KEYS[2], 'lineage', 'epoch')
local text = redis.call('HGET', KEYS[1], ARGV[1])
local chains, acknowledged = {}, {}
if text and redis.call('EXISTS', KEYS[3]) == 1 then
  local seen = {}
  for unit in string.gmatch(text, '[^,]+') do
    local chain = redis.call('HGET', KEYS[3], ARGV[1] .. ',' .. unit)
    if chain then
      chains[#chains + 1] = unit
      chains[#chains + 1] = chain
      for service in string.gmatch(chain, '%d+@([^,]+)') do
        if not seen[service] then
          seen[service] = true
          local epoch = redis.call('HGET', KEYS[4], service)
          if epoch then
            acknowledged[#acknowledged + 1] = service
            acknowledged[#acknowledged + 1] = epoch
          end
        end
      end
    end
  end
end
return { version[1] or '', version[2] or '', text and { text } or {}, chains, acknowledged }
