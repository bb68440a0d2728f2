/** Security headers of every response (CONTRACT §1.3). The API renders nothing, so its policy allows nothing. */
export function securityHeaders(isHttps: boolean): Record<string, string> {
	return {
		"content-security-policy": "default-src 'none'; frame-ancestors 'none'",
		"x-content-type-options": "nosniff",
		"referrer-policy": "no-referrer",
		"cache-control": "no-store",
		...(isHttps && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
	};
}
