/** Security headers of every response. The API renders nothing, so its policy allows nothing. */
export function securityHeaders(isHttps: boolean): Record<string, string> {
	return {
		"content-security-policy": "default-src 'none'; frame-ancestors 'none'",
		"x-content-type-options": "nosniff",
		"referrer-policy": "no-referrer",
		"cache-control": "no-store",
		// Without `includeSubDomains`: what else lives below the name is not ours to decide.
		...(isHttps && { "strict-transport-security": "max-age=31536000" }),
	};
}

/**
 * The policy of a page of ours: only what lies here may run, and it may talk to this host only.
 * @param images sources of images
 */
export const pagePolicy = (images: string): string =>
	[
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		`img-src ${images}`,
		"connect-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join("; ");
