import { oneTimeTokens } from "#db/schema";
import { DAY_MS } from "#kernel/clock";
import { randomToken, sha256Hex } from "#kernel/secrets";
import { type Call, type Case, times } from "../case.ts";
import { METRICS_TOKEN, memberAt, type Subject } from "../subject.ts";

const get = (operation: string, path: string): Case => ({
	operation,
	calls: ({ admin }, count) => times(count, () => ({ method: "GET", path, token: admin.token })),
});

/** Adds people with a mailed token each, and returns what to do with it. */
async function withTokens(
	{ addPeople, write, nowMs }: Subject,
	count: number,
	purpose: "verify_email" | "reset_password",
	call: (token: string) => Call,
): Promise<Call[]> {
	const people = await addPeople(count, { emailVerifiedAtMs: null });
	const tokens = people.map(({ id, email }) => ({ id, email, token: randomToken(32) }));
	const createdAtMs = nowMs();
	const rows = tokens.map(({ id, email, token }) => ({
		tokenHash: sha256Hex(token),
		purpose,
		userId: id,
		email,
		mailed: true,
		createdAtMs,
		expiresAtMs: createdAtMs + DAY_MS,
		usedAtMs: null,
	}));
	await write((tx) => tx.insert(oneTimeTokens).values(rows));
	return tokens.map(({ token }) => call(token));
}

/** Operations that need no sign-in: the service itself, and accounts. */
export const OPEN_CASES: readonly Case[] = [
	get("getLiveness", "/health/live"),
	get("getReadiness", "/health/ready"),
	{
		operation: "getMetrics",
		calls: (_, count) => times(count, () => ({ method: "GET", path: "/metrics", token: METRICS_TOKEN })),
	},
	get("getVersion", "/version"),
	get("getOpenidConfiguration", "/.well-known/openid-configuration"),
	get("getJwks", "/.well-known/jwks.json"),
	get("getPermissions", "/configurations/permissions"),
	get("getAiProviders", "/configurations/ai-providers"),

	{
		operation: "register",
		most: 100,
		calls: ({ world }, count) =>
			times(count, () => ({
				method: "POST",
				path: "/auth/register",
				body: { email: `${crypto.randomUUID()}@campus1.example`, password: world.password, name: "Ada" },
			})),
	},
	{
		operation: "verifyEmail",
		most: 100,
		calls: (subject, count) =>
			withTokens(subject, count, "verify_email", (token) => ({
				method: "POST",
				path: "/auth/verify-email",
				body: { token },
			})),
	},
	{
		operation: "resetPassword",
		most: 100,
		calls: (subject, count) =>
			withTokens(subject, count, "reset_password", (token) => ({
				method: "POST",
				path: "/auth/reset-password",
				body: { token, password: "another perfectly long password" },
			})),
	},
	{
		operation: "resendVerificationEmail",
		most: 100,
		async calls({ addPeople }, count) {
			const people = await addPeople(count, { emailVerifiedAtMs: null });
			return people.map(({ email }) => ({
				method: "POST",
				path: "/auth/verify-email/resend",
				body: { email },
				mailed: true,
			}));
		},
	},
	{
		operation: "forgotPassword",
		most: 100,
		calls(subject, count) {
			const member = memberAt(subject);
			return times(count, (n) => ({
				method: "POST",
				path: "/auth/forgot-password",
				body: { email: member(n).email },
				mailed: true,
			}));
		},
	},
	{
		operation: "requestPasswordReset",
		most: 100,
		calls(subject, count) {
			const member = memberAt(subject);
			return times(count, (n) => ({
				method: "POST",
				path: "/auth/request-reset-password",
				token: subject.owner.token,
				body: { userId: member(n).id },
				mailed: true,
			}));
		},
	},
];
