-- Answers what is on the board, as pulse does, and changes nothing.
-- KEYS board, cards
local board = redis.call('HMGET', KEYS[1], 'lineage', 'epoch', 'origin', 'form')
local lineage, epoch, origin, form = board[1] or '', board[2] or '', board[3] or 'none', board[4] or ''
local cards = redis.call('HGETALL', KEYS[2])
local info = redis.pcall('INFO', 'server')
local run = type(info) == 'string' and string.match(info, 'run_id:(%x+)')
if run then
  origin = origin .. '@' .. run
end
return {origin, lineage, epoch, form, cards}
