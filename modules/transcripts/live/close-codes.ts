import type { AppError, ErrorKind } from "#kernel/errors";

/** Codes with which a socket is closed. */
export const CLOSE = {
	/** The meeting is over, or the client wished it. */
	normal: 1000,
	internal: 1011,
	/** The client reads too slowly; it can resume. */
	tooSlow: 1013,
	badMessage: 4400,
	unauthenticated: 4401,
	forbidden: 4403,
	notFound: 4404,
	idle: 4408,
	tooLarge: 4413,
	tooFast: 4429,
	noProvider: 4503,
} as const;

const BY_KIND: Readonly<Partial<Record<ErrorKind, number>>> = {
	malformed: CLOSE.badMessage,
	invalid: CLOSE.badMessage,
	unauthenticated: CLOSE.unauthenticated,
	forbidden: CLOSE.forbidden,
	payment: CLOSE.forbidden,
	missing: CLOSE.notFound,
	gone: CLOSE.notFound,
	conflict: CLOSE.forbidden,
	too_large: CLOSE.tooLarge,
	limited: CLOSE.tooFast,
	not_configured: CLOSE.noProvider,
	unavailable: CLOSE.noProvider,
};

/** Returns the code with which a socket is closed for an error. */
export const closeCodeOf = ({ kind }: Pick<AppError, "kind">): number => BY_KIND[kind] ?? CLOSE.internal;
