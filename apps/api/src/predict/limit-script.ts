/**
 * All limits of a call in one round trip, by the clock of Redis, so that any number of processes count exactly.
 * Each limit is a GCRA: one number, the moment at which its calls so far would have been let through one by one.
 * Nothing is counted unless all of them, and the month's quota, have room.
 *
 * KEYS: one a limit, then the month's counter where the plan has a quota.
 * ARGV: how many limits; interval and tolerance of each, in microseconds; then quota and life of the counter in seconds.
 * Answers {0, microseconds in use of each limit…, count} or {place of the one that fired, microseconds to wait}.
 */
export const limitScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local limits = tonumber(ARGV[1])
local month = KEYS[limits + 1]
local answer = {0}
for i = 1, limits do
  local due = tonumber(redis.call('GET', KEYS[i])) or now
  if due < now then due = now end
  due = due + ARGV[i * 2]
  local over = due - now - ARGV[i * 2 + 1]
  if over > 0 then return {i, over} end
  answer[i + 1] = due
end
if month and (tonumber(redis.call('GET', month)) or 0) >= tonumber(ARGV[limits * 2 + 2]) then
  return {limits + 1, 0}
end
for i = 1, limits do
  local used = answer[i + 1] - now
  redis.call('SET', KEYS[i], string.format('%.0f', answer[i + 1]), 'PX', math.ceil(used / 1000) + 1)
  answer[i + 1] = used
end
if month then
  local count = redis.call('INCR', month)
  if count == 1 then redis.call('EXPIRE', month, ARGV[limits * 2 + 3]) end
  answer[limits + 2] = count
end
return answer
`;
