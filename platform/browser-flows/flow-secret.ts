import { randomToken, sha256Hex } from "#kernel/secrets";

/** Creates the secret for the cookie of the browser that is sent to another site and expected back. */
export const newFlowSecret = (): string => randomToken(32);

/**
 * Creates the function that returns the `state` of a flow. It is derived from the secret in the cookie but does not reveal
 * it: a leaked URL (log, history, referrer) is useless without the browser that started the flow, and the cookie alone
 * identifies the flow when the `state` is missing.
 * @param purpose what is started: the states of one purpose are never those of another
 */
export const flowState =
	(purpose: string) =>
	(secret: string): string =>
		sha256Hex(`${purpose} state|${secret}`);
