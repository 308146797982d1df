/**
 * Checks all limits of several calls in one round trip, by the clock of Redis, so that processes count together.
 * Each limit is a GCRA: one number, the theoretical arrival time of the next call. A call counts only if all of its
 * limits and its monthly quota have capacity left.
 *
 * KEYS, per entry: one per limit, then the monthly counter if the plan has a quota.
 * ARGV, per entry: number of calls, negative if they were admitted already and are only counted; number of limits;
 * interval and tolerance of each in microseconds; quota (0 for none) and the TTL of its counter in seconds.
 *
 * Returns, per entry, one number more than it has keys: 0 and the usage (microseconds; calls of the month, negative for
 * a new counter), or the position of the exceeded limit and the microseconds to wait.
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
