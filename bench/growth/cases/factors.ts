import { Secret, TOTP } from "otpauth";
import { passkeys, userIdentities } from "#db/schema";
import { type Case, times } from "../case.ts";
import { createPasskey } from "../passkey.ts";
import type { Person } from "../sample.ts";
import type { OpenSession, Subject } from "../subject.ts";

/** A new person, signed in. */
interface SignedIn {
	readonly person: Person;
	readonly session: OpenSession;
}

async function newcomers({ addPeople, openSessions }: Subject, count: number): Promise<SignedIn[]> {
	const people = await addPeople(count);
	const opened = await openSessions(
		people.map(({ id }) => id),
		null,
	);
	return people.flatMap((person, n) => {
		const session = opened[n];
		return session ? [{ person, session }] : [];
	});
}

/** Begins to set up an authenticator for new people; returns its code. */
async function withSecrets(subject: Subject, count: number) {
	const signedIn = await newcomers(subject, count);
	const begun = signedIn.map(async ({ person, session }) => {
		const { data } = await subject.ask({ method: "POST", path: "/auth/mfa/totp", token: session.token, body: {} });
		const code = new TOTP({ secret: Secret.fromBase32(String(data.secret)) }).generate({ timestamp: subject.nowMs() });
		return { person, token: session.token, code };
	});
	return Promise.all(begun);
}

/** Sets up an authenticator for new people; returns a recovery code. */
async function withFactors(subject: Subject, count: number) {
	const begun = await withSecrets(subject, count);
	const confirmed = begun.map(async ({ person, token, code }) => {
		const { data } = await subject.ask({ method: "POST", path: "/auth/mfa/totp/confirm", token, body: { code } });
		return { person, token, recoveryCode: (data.recoveryCodes as readonly string[])[0] };
	});
	return Promise.all(confirmed);
}

/** Signs people in whose second factor is missing; returns the challenge. */
async function challengeOf({ send, world }: Subject, { email }: Person): Promise<string> {
	const response = await send({ method: "POST", path: "/auth/login", body: { email, password: world.password } });
	const { error } = (await response.json()) as { error: { meta: { challengeToken: string } } };
	return error.meta.challengeToken;
}

/** Returns the options of a ceremony. */
const optionsOf = async ({ ask }: Subject, kind: "register" | "login", token?: string) =>
	String((await ask({ method: "POST", path: `/auth/passkeys/${kind}/options`, token, body: {} })).data.challenge);

const onFactor = (operation: string, method: string, path: string): Case => ({
	operation,
	most: 60,
	async calls(subject, count) {
		const all = await withFactors(subject, count);
		return all.map(({ token, recoveryCode }) => ({ method, path, token, body: { code: recoveryCode } }));
	},
});

/** Operations on second factors, passkeys and sign-in at a provider. */
export const FACTOR_CASES: readonly Case[] = [
	{
		operation: "beginTotp",
		most: 100,
		async calls(subject, count) {
			const all = await newcomers(subject, count);
			return all.map(({ session }) => ({ method: "POST", path: "/auth/mfa/totp", token: session.token, body: {} }));
		},
	},
	{
		operation: "confirmTotp",
		most: 60,
		async calls(subject, count) {
			const all = await withSecrets(subject, count);
			return all.map(({ token, code }) => ({ method: "POST", path: "/auth/mfa/totp/confirm", token, body: { code } }));
		},
	},
	{
		operation: "verifyMfa",
		most: 60,
		async calls(subject, count) {
			const all = (await withFactors(subject, count)).map(async ({ person, recoveryCode }) => ({
				method: "POST",
				path: "/auth/mfa/verify",
				body: { challengeToken: await challengeOf(subject, person), code: recoveryCode },
			}));
			return Promise.all(all);
		},
	},
	onFactor("removeTotp", "DELETE", "/auth/mfa/totp"),
	onFactor("renewRecoveryCodes", "POST", "/auth/mfa/recovery-codes"),

	{
		operation: "beginPasskeyRegistration",
		most: 100,
		async calls(subject, count) {
			const all = await newcomers(subject, count);
			const path = "/auth/passkeys/register/options";
			return all.map(({ session }) => ({ method: "POST", path, token: session.token, body: {} }));
		},
	},
	{
		operation: "beginPasskeyLogin",
		calls: (_, count) => times(count, () => ({ method: "POST", path: "/auth/passkeys/login/options", body: {} })),
	},
	{
		operation: "registerPasskey",
		most: 60,
		async calls(subject, count) {
			const all = (await newcomers(subject, count)).map(async ({ session: { token } }) => ({
				method: "POST",
				path: "/auth/passkeys/register/verify",
				token,
				body: { credential: createPasskey().attest(await optionsOf(subject, "register", token)) },
			}));
			return Promise.all(all);
		},
	},
	{
		operation: "loginWithPasskey",
		most: 60,
		async calls(subject, count) {
			const people = await subject.addPeople(count);
			const devices = people.map(() => createPasskey());
			const nowMs = subject.nowMs();
			await subject.write((tx) =>
				tx.insert(passkeys).values(devices.map((device, n) => device.row(people[n]?.id ?? "", nowMs))),
			);
			return Promise.all(
				devices.map(async (device) => ({
					method: "POST",
					path: "/auth/passkeys/login/verify",
					body: { credential: device.assert(await optionsOf(subject, "login")) },
				})),
			);
		},
	},
	{
		operation: "listPasskeys",
		async calls(subject, count) {
			const [first] = await newcomers(subject, 1);
			const token = first?.session.token;
			await subject.write((tx) =>
				tx.insert(passkeys).values(times(3, () => createPasskey().row(first?.person.id ?? "", subject.nowMs()))),
			);
			return times(count, () => ({ method: "GET", path: "/auth/passkeys", token }));
		},
	},
	{
		operation: "removePasskey",
		most: 100,
		async calls(subject, count) {
			const all = await newcomers(subject, count);
			const rows = all.map(({ person }) => createPasskey().row(person.id, subject.nowMs()));
			await subject.write((tx) => tx.insert(passkeys).values(rows));
			return all.map(({ session }, n) => ({
				method: "DELETE",
				path: `/auth/passkeys/${rows[n]?.id}`,
				token: session.token,
				body: {},
			}));
		},
	},

	{
		operation: "authorize",
		calls: (_, count) => times(count, () => ({ method: "GET", path: "/auth/authorize" })),
	},
	{
		operation: "callback",
		most: 60,
		async calls(subject, count) {
			const people = await subject.addPeople(count);
			const createdAtMs = subject.nowMs();
			const issuer = "https://id.campus.example";
			await subject.write((tx) =>
				tx.insert(userIdentities).values(people.map(({ id }) => ({ issuer, subject: id, userId: id, createdAtMs }))),
			);
			return Promise.all(
				people.map(async ({ id }) => {
					const started = await subject.send({ method: "GET", path: "/auth/authorize" });
					const state = new URL(started.headers.get("location") ?? "").searchParams.get("state");
					const cookie = (started.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
					return { method: "GET", path: `/auth/callback?code=${id}&state=${state}`, cookie };
				}),
			);
		},
	},
];
