/** What a hold keeps of texts that are replaced: every text, by every operation. */
import { describe, expect, test } from "bun:test";
import { count, eq } from "drizzle-orm";
import { formerTexts } from "#db/schema";
import { EDITABLE_TEXTS } from "#platform/holds";
import { complianceOf } from "#tests/support/compliance";
import { forThisFile } from "#tests/support/for-this-file";
import { formerTextEdits } from "#tests/support/former-text-edits";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { holds } from "#tests/support/holds";
import { openLibreServer } from "#tests/support/libretranslate";
import { privacyOf } from "#tests/support/privacy";
import { codeOf } from "#tests/support/responses";
import { summariesOf } from "#tests/support/summaries";
import { inProcessDescribe } from "#tests/support/target";
import { auditOf } from "#tests/support/traces";

const libre = await forThisFile(openLibreServer());
const api = await useHarness({ env: { TRANSLATE_PROVIDER: "libretranslate", TRANSLATE_URL: libre.url } });
const { db } = api.store.acrossTenants;
const [privacy, summaries] = [privacyOf(api), summariesOf(api)];

const { ask, edits: EDITS } = formerTextEdits(api);

/** Returns the former texts that a hold lists. */
async function listed(by: SignedIn, hold: { readonly id: string }, query = "") {
	return ask(by, "GET", holds.path(by, `/${hold.id}/former-texts${query}`));
}

const countStored = async ({ orgId }: SignedIn): Promise<number> => {
	const [row] = await db.select({ n: count() }).from(formerTexts).where(eq(formerTexts.orgId, orgId));
	return row?.n ?? 0;
};

/** Text of the file with former texts in the export of an organization. */
async function exported(owner: SignedIn): Promise<string> {
	const files = await privacy.exported(owner, "organization");
	const file = [...files].find(([name]) => name.includes("former-texts"))?.[1];
	return new TextDecoder().decode(file?.bytes);
}

inProcessDescribe("while a hold is active", () => {
	test.each(Object.keys(EDITS))("the former %s is kept, listed and exported until the release", async (name) => {
		const owner = await api.createOrganization();
		const edit = await EDITS[name]?.(owner);
		if (edit === undefined) throw new Error("there is no such edit");
		const { meetingId, type, id, former, by = owner.userId } = edit;
		const hold = await holds.placed(owner, { meetingId });

		await edit.replace();

		const kept = (await listed(owner, hold)).filter((each: { object: unknown }) =>
			Bun.deepEquals(each.object, { type, id }),
		);
		expect(kept).toHaveLength(1);
		expect(kept[0]).toMatchObject({ meetingId, former, replacedBy: by, replacedAt: expect.stringMatching(/^20.*Z$/) });
		expect(await exported(owner)).toContain(kept[0].id);
		await holds.release(owner, hold);
		await api.parley.services.jobs.runDue("legal_holds.forget");
		expect([await countStored(owner), await listed(owner, hold), await exported(owner)]).toEqual([0, [], ""]);
	});

	test.each(Object.keys(EDITS))("without one, nothing is kept of the former %s", async (name) => {
		const owner = await api.createOrganization();
		const edit = await EDITS[name]?.(owner);
		await holds.placed(owner, { meetingId: await summaries.meeting(owner) });

		await edit?.replace();

		expect(await countStored(owner)).toBe(0);
	});

	test("every text that can be edited is one of these", async () => {
		const owner = await api.createOrganization();
		const edits = await Promise.all(Object.values(EDITS).map((edit) => edit(owner)));
		const tested = edits.flatMap(({ type, former }) => Object.keys(former).map((field) => `${type}.${field}`));
		const editable = Object.entries(EDITABLE_TEXTS).flatMap(([type, names]) => names.map((each) => `${type}.${each}`));

		expect([...new Set(tested)].sort()).toEqual(editable.sort());
	});
});

/** Returns a meeting of a new organization whose title was replaced under a hold. */
async function renamed(body: Record<string, unknown> = {}) {
	const owner = await api.createOrganization();
	const meetingId = await summaries.meeting(owner, { title: "The budget", ...body });
	const rename = (title: string) => ask(owner, "PATCH", `/meetings/${meetingId}`, { title });
	const hold = await holds.placed(owner, { meetingId });
	await rename("Lunch");
	return { owner, meetingId, hold, rename };
}
const titlesOf = (items: readonly { readonly former: { readonly title?: string } }[]) =>
	items.map(({ former }) => former.title);
const forget = () => api.parley.services.jobs.runDue("legal_holds.forget");

describe("former texts", () => {
	test("are for administrators of the organization, who read of a page what they choose", async () => {
		const { owner, hold, rename } = await renamed();
		for (const title of ["Dinner", "Breakfast"]) await rename(title);
		const path = holds.path(owner, `/${hold.id}/former-texts`);
		const others = await Promise.all([api.addMember(owner, "auditor"), api.addMember(owner, "teacher")]);
		const stranger = await api.createOrganization();

		const first = await api.request("GET", `${path}?limit=2`, { token: owner.token });
		const second = await api.request("GET", `${path}?limit=2&cursor=${first.body.page.nextCursor}`, {
			token: owner.token,
		});
		const ids = await listed(owner, hold, "?fields=id");
		const refused = await Promise.all([...others, stranger].map(({ token }) => api.request("GET", path, { token })));
		const foreign = await api.request("GET", holds.path(stranger, `/${hold.id}/former-texts`), {
			token: stranger.token,
		});

		expect([first, second].map(({ body }) => titlesOf(body.data))).toEqual([["Dinner", "Lunch"], ["The budget"]]);
		expect(second.body.page.hasMore).toBe(false);
		expect(ids).toEqual([1, 2, 3].map(() => ({ id: expect.stringMatching(/^fmr_/) })));
		expect([...refused, foreign].map(codeOf)).toEqual([
			[403, "insufficient_scope"],
			[403, "insufficient_scope"],
			[403, "org_mismatch"],
			[404, "not_found"],
		]);
	});

	test("are shown without what identifies a person where that is redacted, and reads are audited under a mode", async () => {
		const owner = await api.createOrganization();
		const meetingId = await summaries.meeting(owner);
		const item = await ask(owner, "POST", `/meetings/${meetingId}/action-items`, { text: "Write to ada@example.org." });
		const hold = await holds.placed(owner, { meetingId });
		await summaries.editItem(owner, meetingId, item.id, { text: "Wait." });
		await ask(owner, "PUT", `/orgs/${owner.orgId}/feature-flags`, { piiRedaction: true });
		await complianceOf(api).switchTo(owner, "gdpr");

		const [shown] = await listed(owner, hold);
		await listed(owner, hold);

		const reads = (await auditOf(api.store, owner.orgId)).filter(
			({ action }) => action === "legal_hold.read_former_text",
		);
		expect(shown.former.text).not.toContain("ada@example.org");
		expect(shown.former.text).toStartWith("Write to ");
		expect(reads.map(({ actorId, targets }) => [actorId, targets[0]?.id])).toEqual([[owner.userId, shown.id]]);
	});

	test("are listed by every hold that matches their meeting, and by no other", async () => {
		const { owner, meetingId } = await renamed();
		const { workspaceId } = await ask(owner, "GET", `/meetings/${meetingId}`);
		const matching = [{ meetingId }, { workspaceId }, { userId: owner.userId }, { from: "2000-01-01T00:00:00Z" }];
		const others = [{ meetingId: await summaries.meeting(owner) }, { to: "2000-01-01T00:00:00Z" }];

		const lists: unknown[] = [];
		for (const body of [...matching, { scope: "organization" }, ...others])
			lists.push(titlesOf(await listed(owner, await holds.placed(owner, body))));

		expect(lists).toEqual([...[1, 2, 3, 4, 5].map(() => ["The budget"]), [], []]);
	});
});

inProcessDescribe("a former text", () => {
	test("stays until the last hold is released, whichever it is", async () => {
		const { owner, hold } = await renamed();
		const later = await holds.placed(owner, { scope: "organization" });

		await holds.release(owner, hold);
		await forget();
		const kept = [await listed(owner, hold), titlesOf(await listed(owner, later))];
		await holds.release(owner, later);
		await forget();

		expect(kept).toEqual([[], ["The budget"]]);
		expect(await countStored(owner)).toBe(0);
	});

	test("goes with its meeting", async () => {
		const { owner, meetingId, hold } = await renamed({ scheduledStart: "2031-01-01T00:00:00Z" });

		await holds.release(owner, hold);
		await ask(owner, "DELETE", `/meetings/${meetingId}`);
		const everything = await holds.placed(owner, { scope: "organization" });
		const shown = await listed(owner, everything);
		await api.parley.services.jobs.runDue();

		expect(shown).toEqual([]);
		expect(await countStored(owner)).toBe(0);
	});

	test("is kept if the hold was placed before the text was replaced, however close", async () => {
		const owner = await api.createOrganization();
		const ids = await Promise.all(Array.from({ length: 12 }, () => summaries.meeting(owner, { title: "The budget" })));

		await Promise.all(
			ids.flatMap((meetingId) => [
				ask(owner, "PATCH", `/meetings/${meetingId}`, { title: "Lunch" }),
				holds.placed(owner, { meetingId }),
			]),
		);

		// The audit log has what happened in the order in which it took effect.
		const order = (await auditOf(api.store, owner.orgId)).map(({ action, targets }) =>
			action === "legal_hold.place"
				? `held ${targets.find(({ type }) => type === "meeting")?.id}`
				: `${action} ${targets[0]?.id}`,
		);
		const rows = await db.select().from(formerTexts).where(eq(formerTexts.orgId, owner.orgId));
		const before = ids.filter((id) => order.indexOf(`held ${id}`) < order.indexOf(`meeting.update ${id}`));
		expect(order.filter((each) => /^held|^meeting.update/.test(each))).toHaveLength(24);
		expect(rows.map(({ meetingId }) => meetingId).sort()).toEqual(before.sort());
	});
});
