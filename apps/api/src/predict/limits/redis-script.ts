/**
 * All limits of several calls in one round trip, by the clock of Redis, so that any number of processes count exactly.
 * Each limit is a GCRA: one number, the moment at which its calls so far would have been let through one by one.
 * Nothing of a call is counted unless all its limits, and its month's quota, have room.
 *
 * KEYS: of each entry one a limit, then the month's counter where the plan has a quota.
 * ARGV: of each entry how many calls it stands for, negative where they were let through already and are only to be
 * counted; how many limits; interval and tolerance of each in microseconds; quota (0 for none) and the life of its
 * counter in seconds.
 * Answers, of each entry, one number more than it has keys: 0 and what is in use (microseconds; calls of the
 * month, negative where its counter begins),
 * or the place of the limit that fired and the microseconds to wait.
 */
export const limitScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local answer, key, arg = {}, 0, 1

local function take(calls, counts, limits, month, at)
  local due = {}
  for i = 1, limits do
    local next = tonumber(redis.call('GET', KEYS[key + i])) or now
    if next < now then next = now end
    next = next + calls * ARGV[arg + i * 2 - 1]
    local over = next - now - ARGV[arg + i * 2]
    if over > 0 and not counts then return i, over end
    due[i] = next
  end
  if month and not counts and (tonumber(redis.call('GET', month)) or 0) >= tonumber(ARGV[arg + limits * 2 + 1]) then
    return limits + 1, 0
  end
  for i = 1, limits do
    local used = due[i] - now
    redis.call('SET', KEYS[key + i], string.format('%.0f', due[i]), 'PX', math.ceil(used / 1000) + 1)
    answer[at + i] = used
  end
  if month then
    local begins = redis.call('EXISTS', month) == 0
    local count = redis.call('INCRBY', month, calls)
    if begins then redis.call('EXPIRE', month, ARGV[arg + limits * 2 + 2]) end
    answer[at + limits + 1] = begins and -count or count
  end
  return 0
end

while arg <= #ARGV do
  local calls, limits, at = tonumber(ARGV[arg]), tonumber(ARGV[arg + 1]), #answer + 1
  arg = arg + 1
  local month = ARGV[arg + limits * 2 + 1] ~= '0' and KEYS[key + limits + 1] or nil
  local keys = month and limits + 1 or limits
  for i = 0, keys do answer[at + i] = 0 end
  local fired, wait = take(math.abs(calls), calls < 0, limits, month, at)
  answer[at] = fired
  if wait then answer[at + 1] = wait end
  key = key + keys
  arg = arg + limits * 2 + 3
end
return answer
`;
