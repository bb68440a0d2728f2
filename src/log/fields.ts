/** Fields of the access log line of one request. */
export interface AccessFields {
	/** UUID. */
	readonly requestId: string;
	readonly method: string;
	/** Template of the route; empty when no route matched. */
	readonly route: string;
	/** URL of a request that no operation takes, of which the log shows the path; null for all others. */
	readonly unroutedUrl: string | null;
	readonly status: number;
	readonly durationMs: number;
	/** Tenant of the caller; null without one. */
	readonly orgId: string | null;
	/** Id of the principal; null for an anonymous caller. */
	readonly userId: string | null;
	/** Error code of the response; null on success. */
	readonly code: string | null;
}
