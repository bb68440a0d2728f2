import type { Tracked } from "#kernel/dependencies";
import { createInterner, detach } from "#kernel/intern";
import type { Scope } from "#kernel/scopes";
import type { TokenContents } from "./tokens.ts";

const internScopes = createInterner<Scope>();
const internMethods = createInterner<string>();

/**
 * A verified token as it is kept between requests. Frozen, since requests share it, except for what it was last resolved
 * to. There may be tens of thousands: lists that many tokens have alike are shared, and all have the same fields in the
 * same order.
 */
export class VerifiedToken implements TokenContents {
	readonly kind: TokenContents["kind"];
	readonly issuer: string;
	readonly subject: string;
	readonly sessionId: string | null;
	readonly rateLimitKey: string;
	readonly orgId: string | null;
	readonly role: string | null;
	readonly scopes: readonly Scope[];
	readonly system: boolean;
	readonly authMethods: readonly string[];
	readonly name: string | null;
	readonly expiresAtMs: number;
	readonly #verifiedAtMs: number;
	#resolved: Tracked<unknown> | null = null;

	constructor(contents: TokenContents, verifiedAtMs: number) {
		this.kind = contents.kind;
		this.issuer = contents.issuer;
		this.subject = detach(contents.subject);
		this.sessionId = contents.sessionId === null ? null : detach(contents.sessionId);
		const isSession = this.sessionId === contents.rateLimitKey;
		this.rateLimitKey = isSession && this.sessionId !== null ? this.sessionId : detach(contents.rateLimitKey);
		this.orgId = contents.orgId === null ? null : detach(contents.orgId);
		this.role = contents.role === null ? null : detach(contents.role);
		this.scopes = internScopes(contents.scopes);
		this.system = contents.system;
		this.authMethods = internMethods(contents.authMethods);
		this.name = contents.name === null ? null : detach(contents.name);
		this.expiresAtMs = contents.expiresAtMs;
		this.#verifiedAtMs = verifiedAtMs;
		Object.freeze(this);
	}

	/** Time of the verification, Unix ms. */
	get verifiedAtMs(): number {
		return this.#verifiedAtMs;
	}

	/** What modules/identity/principals last resolved the token to, kept here so that both leave memory together; null: nothing yet. */
	get resolved(): Tracked<unknown> | null {
		return this.#resolved;
	}

	set resolved(resolved: Tracked<unknown>) {
		this.#resolved = resolved;
	}
}
