import { expect, test } from "bun:test";
import type { SessionRow } from "#db/schema";
import { newId } from "#kernel/ids";
import { sessionsRepository } from "#modules/sessions";
import { linkAdministrator, unlinkAdministrator } from "#modules/sso";
import { usersRepository } from "#modules/users";
import { ADMIN, useHarness } from "../support/harness.ts";

const api = await useHarness();

test("A sign-in that is half done when an administrator's identity is unlinked leaves no session.", async () => {
	await api.signInSystem();
	const link = { email: ADMIN.email, issuer: "https://id.example", subject: "somebody" };
	const { userId } = await linkAdministrator(api.parley.services, link);
	const alive = () => sessionsRepository.listAlive(api.store.db, userId, api.nowMs(), { after: null, take: 9 });
	const row = { ...(await alive())[0], id: newId("ses"), refreshHash: null } as SessionRow;

	const begun = Promise.withResolvers<void>();
	const started = api.store.tx(async (tx) => {
		await usersRepository.hold(tx, userId);
		begun.resolve();
		// As long as this takes, the unlinking would be done if it did not wait.
		for (let round = 0; round < 100; round++) await usersRepository.find(tx, userId);
		await sessionsRepository.insert(tx, row);
	});
	await begun.promise;
	await Promise.all([started, unlinkAdministrator(api.parley.services, link)]);

	expect(await alive()).toEqual([]);
});
