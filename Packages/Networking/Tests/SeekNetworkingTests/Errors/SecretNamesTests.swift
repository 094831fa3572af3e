import SeekNetworking
import SeekTestHelpers
import Testing

@Suite("Names of secrets are recognized by their words")
struct SecretNamesTests {
    @Test(
        "a header field with a credential is a secret",
        arguments: [
            "Authorization", "Proxy-Authorization", "X-Forwarded-Authorization", "Cookie", "Set-Cookie", "Cookie2",
            "X-Auth-Token", "PRIVATE-TOKEN", "Job-Token", "Deploy-Token", "X-Access-Token", "X-Vault-Token",
            "X-Amz-Security-Token", "X-Amz-Signature", "X-Amz-Credential", "X-Hub-Signature-256", "X-GitHub-OTP",
            "X-CSRF-Token", "X-XSRF-TOKEN", "X-CSRFToken", "X-Session-Id", "X-Session", "X-Api-Key", "X-Goog-Api-Key",
            "X-MBX-APIKEY", "DD-API-KEY", "Ocp-Apim-Subscription-Key", "X-Functions-Key", "X-Auth-Key", "X-Auth",
            "CF-Access-Client-Secret", "CF-Access-Jwt-Assertion", "X-JWT", "Bearer", "Password", "X-User-Password",
            "x-amzn-oidc-accesstoken", "X-Custom-Secret",
        ]
    )
    func secretFields(name: String) throws {
        let name = try #require(HTTPField.Name(name))
        #expect(Redaction.isSecret(name))
        #expect(Redaction.isSecret(try #require(HTTPField.Name(name.canonicalName))))
    }

    @Test(
        "a header field without a credential is not a secret",
        arguments: [
            "Accept", "ETag", "Link", "Location", "Vary", "Cache-Control", "Content-Type", "User-Agent", "Retry-After",
            "X-RateLimit-Remaining", "X-GitHub-Request-Id", "X-GitHub-Media-Type", "X-OAuth-Scopes",
            "X-Accepted-OAuth-Scopes", "GitHub-Authentication-Token-Expiration", "WWW-Authenticate",
            "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Strict-Transport-Security",
            "Content-Security-Policy", "Surrogate-Key", "Cache-Key", "Idempotency-Key", "Sec-WebSocket-Key",
            "X-Next-Page-Token", "X-Monkey", "Author", "X-Author", "Authority", "X-Token-Type", "X-Design",
            "Keep-Alive",
        ]
    )
    func ordinaryFields(name: String) throws {
        #expect(!Redaction.isSecret(try #require(HTTPField.Name(name))))
    }

    @Test(
        "a query parameter with a credential is a secret",
        arguments: [
            "key", "KEY", "code", "auth", "token", "sig", "Signature", "access_token", "Access-Token", "accessToken",
            "ACCESSTOKEN", "refresh_token", "id_token", "client_secret", "password", "passwd", "pwd", "X-Amz-Signature",
            "X-Amz-Security-Token", "X-Amz-Credential", "AWSAccessKeyId", "X-Goog-Signature", "jwt", "userJWT", "csrf",
            "_csrf", "csrfmiddlewaretoken", "authenticity_token", "session", "sessionid", "PHPSESSID", "sid", "api_key",
            "apikey", "api-key", "app[password]", "user.token", "token[0]", "t%6Fken", "t%256Fken", "token%5B%5D",
            "code_verifier", "device_code", "oauth_signature", "SAMLResponse", "client_assertion", "otp", "secret2",
            "authorization_request", "subscription-key", "amp;token",
        ]
    )
    func secretItems(name: String) {
        #expect(Redaction.isSecret(queryItem: name))
    }

    @Test(
        "a query parameter without a credential is not a secret",
        arguments: [
            "q", "pageToken", "page_token", "pagetoken", "nextPageToken", "next_token", "continuation_token",
            "syncToken", "page", "per_page", "sort", "order", "part", "regionCode", "country_code", "sort_key",
            "author",
            "authors", "authority", "token_type", "monkey", "keyword", "keywords", "codec", "design", "tokenizer",
            "state",
            "client_id", "redirect_uri", "scope", "etag", "signed", "passage", "compass", "oauth_scopes", "",
        ]
    )
    func ordinaryItems(name: String) {
        #expect(!Redaction.isSecret(queryItem: name))
    }

    @Test(
        "a JSON member with a credential is a secret",
        arguments: [
            "token", "temp_clone_token", "accessToken", "refresh_token", "idToken", "jwt", "password", "new_password",
            "passwordConfirmation", "password_base64", "client_secret", "clientSecret", "webhook_secret", "private_key",
            "privateKeyPEM",
            "api_key", "apiKey", "APIKey", "apiKeys", "Authorization", "credentials", "session_id", "sessionToken",
            "session", "csrfToken", "bearer", "bearerToken", "X-Amz-Signature", "secretAccessKey", "tokens", "cookie",
            "set-cookie", "signing_key", "encryption_key", "oauth_token", "x-goog-api-key", "pwd", "otp",
            "recovery_codes",
        ]
    )
    func secretMembers(name: String) {
        #expect(Redaction.isSecret(member: name))
    }

    @Test(
        "a JSON member without a credential is not a secret",
        arguments: [
            "nextPageToken", "prevPageToken", "pageToken", "tokenPagination", "key", "keys_url", "code", "regionCode",
            "code_of_conduct", "codec", "etag", "token_type", "author", "authors", "author_association", "authority",
            "authorChannelId", "signature", "security_and_analysis", "secret_scanning",
            "secret_scanning_push_protection",
            "keywords", "assignees", "X-OAuth-Scopes", "web_commit_signoff_required", "public_key", "primaryKey",
            "current_user_authorizations_html_url", "passed", "pass", "sessions_url", "accessible", "topicIds", "",
        ]
    )
    func ordinaryMembers(name: String) {
        #expect(!Redaction.isSecret(member: name))
    }
}
