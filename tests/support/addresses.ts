import { findUser } from "#modules/identity/users";
import { systemContext } from "#modules/tenancy/permissions";
import type { Harness } from "./harness.ts";

/** Returns a new, unused address. */
export const newAddress = (domain = "school.example"): string => `p-${crypto.randomUUID()}@${domain}`;

/** Verifies the address of an account, as a mailed link would, for installations without mail. */
export async function verifyAddress({ parley }: Harness, userId: string): Promise<void> {
	const { unitOfWork, users, store } = parley.services;
	const user = await findUser(store.db, userId);
	if (!user) throw new Error(`there is no account ${userId}`);
	const retained = { password: true, sessionId: null, identity: "every" } as const;
	await unitOfWork.run(systemContext("cli:test"), (change) => users.confirmEmail(change, user, retained));
}
