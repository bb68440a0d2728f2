import { type Harness, PASSWORD, type SignedIn } from "./harness.ts";

/** People of a test by name, who are signed in again as time passes. */
export interface Cast<Name extends string> {
	readonly of: Readonly<Record<Name, SignedIn>>;
	/** Signs people in again, by default everyone: access tokens last for a quarter of an hour. */
	renew(...names: readonly Name[]): Promise<void>;
}

/** Makes a cast of people who are signed in. */
export function castOf<Name extends string>(api: Harness, people: Readonly<Record<Name, SignedIn>>): Cast<Name> {
	const of: Record<Name, SignedIn> = { ...people };
	return {
		of,
		async renew(...names) {
			for (const name of names.length > 0 ? names : (Object.keys(of) as Name[])) {
				const { email, orgId, userId } = of[name];
				const { status, body, text } = await api.post("/auth/login", { email, password: PASSWORD, orgId });
				if (status !== 200) throw new Error(`sign-in of ${name} failed: ${text}`);
				of[name] = { ...api.as(body.access_token), email, orgId, userId };
			}
		},
	};
}
