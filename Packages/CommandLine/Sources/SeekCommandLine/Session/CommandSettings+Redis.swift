import Seek
import SeekBasics
import SeekRedis

extension CommandSettings {
    /// Returns the Redis server at `SEEK_REDIS_URL`, with which several machines share the cache and the quotas; `nil`
    /// if the variable is not set, and on systems other than Linux.
    func redis(in variables: [String: String]) throws(UsageError) -> (any SharedBackend)? {
        #if os(Linux)
        do throws(RedisError) {
            return try Redis(environment: variables)
        } catch {
            throw UsageError("\(error)")
        }
        #else
        return nil
        #endif
    }

    /// Returns the statistics of the Redis server that a configuration uses; `nil` without a server. A failure is
    /// reported as a warning, and returns `nil` as well.
    func redisStatistics(of configuration: SeekConfiguration) async -> RedisStatistics? {
        #if os(Linux)
        guard let redis = configuration.sharedBackend as? Redis else { return nil }
        do throws(RedisError) {
            return try await redis.statistics()
        } catch {
            console.warn(describe(error))
        }
        #endif
        return nil
    }

    /// Removes the responses of all machines from Redis, reports success or failure, and returns whether it succeeded.
    /// Without Redis, reports nothing and returns `false`.
    func removeAllResponses(from backend: (any SharedBackend)?) async -> Bool {
        #if os(Linux)
        guard let redis = backend as? Redis else { return false }
        do throws(RedisError) {
            try await redis.removeAllResponses()
            console.report("removed all responses from Redis at \(redis.address)")
            return true
        } catch {
            console.report("the responses in Redis were not removed: \(describe(error))")
        }
        #endif
        return false
    }

    /// Describes a failure of the cache, the offline index, the quota count or Redis, after which the search continues.
    func describe(storeFailure error: any Error) -> String {
        guard let error = error as? RedisError else {
            return "\(error)".replacing("choose another folder", with: "set SEEK_CACHE_DIR to another folder")
        }
        return describe(error, consequence: "searches continue with the local cache and a limited quota")
    }

    func warnOfLocalCount() {
        console.warn("the shared count in Redis cannot be read; YouTube's figures are those of this machine (local)")
    }

    /// Describes an error of Redis: the problem, what happens next, and the setting to correct.
    func describe(_ error: RedisError, consequence: String? = nil) -> String {
        error.description(
            url: location(of: .redisURL) ?? Setting.redisURL.variables[0],
            prefix: location(of: .redisPrefix) ?? Setting.redisPrefix.variables[0],
            consequence: consequence
        )
    }
}

extension Setting {
    /// Returns why a URL of Redis or a prefix of its keys is invalid, or `nil` if both are valid. On systems other than
    /// Linux, none is valid.
    static func problem(redisURL url: String = "redis://localhost", prefix: String = "seek") -> String? {
        #if os(Linux)
        do throws(RedisError) {
            _ = try Redis(url: url) { $0.prefix = prefix }
            return nil
        } catch {
            switch error {
            case .invalidURL(let reason): return "is invalid: \(reason)"
            case .invalidPrefix: return "must not be empty or contain spaces, control characters or braces"
            default: return "is invalid: \(error)"
            }
        }
        #else
        return "is supported on Linux only"
        #endif
    }

    /// Returns the host or the socket of a value of `redis-url`, without the credentials; `nil` if the value is
    /// invalid.
    static func address(ofRedisURL url: String) -> String? {
        #if os(Linux)
        return try? Redis(url: url).address
        #else
        return nil
        #endif
    }
}

extension RedisStatistics {
    var members: JSONObject {
        [
            "keys": .number(keyCount), "usedBytes": .number(usedBytes), "maximumBytes": .optional(maximumBytes),
            "evictedKeys": .number(evictedKeyCount),
        ]
    }

    var pairs: [(name: String, value: String?)] {
        [
            ("Redis keys", "\(keyCount)"), ("Redis memory", ByteSize.formatted(usedBytes)),
            ("Redis limit", maximumBytes.map(ByteSize.formatted)), ("Redis evictions", "\(evictedKeyCount)"),
        ]
    }
}
