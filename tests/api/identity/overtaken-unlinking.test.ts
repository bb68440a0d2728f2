import { expect, test } from "bun:test";
import { sessions } from "#db/schema";
import { newId } from "#kernel/ids";
import { findUser, lockUserForShare } from "#modules/identity/users";
import { ADMIN, useHarness } from "#tests/support/harness";
import { sessionsOf } from "#tests/support/people";

const api = await useHarness();

test("A sign-in in progress when an administrator's identity is unlinked leaves no session.", async () => {
	const { administrators } = api.parley.services;
	await api.signInSystem();
	const link = { email: ADMIN.email, issuer: "https://id.example", subject: "somebody" };
	const { userId } = await administrators.link(link);
	const [alive] = await sessionsOf(api.store.db, userId);
	if (!alive) throw new Error("the administrator is not signed in");

	const begun = Promise.withResolvers<void>();
	const started = api.store.tx(async (tx) => {
		await lockUserForShare(tx, userId);
		begun.resolve();
		// Long enough for the unlinking to complete if it did not wait.
		for (let round = 0; round < 100; round++) await findUser(tx, userId);
		await tx.insert(sessions).values({ ...alive, id: newId("ses"), refreshHash: null });
	});
	await begun.promise;
	await Promise.all([started, administrators.unlink(link)]);

	expect(await sessionsOf(api.store.db, userId)).toEqual([]);
});
