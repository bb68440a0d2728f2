/** Returns the security headers of every response. The API renders nothing, so its policy allows nothing. */
export function securityHeaders(isHttps: boolean): Record<string, string> {
	return {
		"content-security-policy": "default-src 'none'; frame-ancestors 'none'",
		"x-content-type-options": "nosniff",
		"referrer-policy": "no-referrer",
		"cache-control": "no-store",
		// Without `includeSubDomains`: other services below this name are not ours to decide about.
		...(isHttps && { "strict-transport-security": "max-age=31536000" }),
	};
}

/**
 * Returns the content security policy of a page of ours: only resources of this host may be loaded, and it may only
 * connect to this host.
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
