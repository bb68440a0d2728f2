import type { Page } from "playwright-core";
import { clientAt } from "./client.ts";
import type { Rooms } from "./rooms.ts";
import { until } from "./until.ts";

/** A recording, as far as tests of rooms read it. */
interface Track {
	readonly participantId: string | null;
	readonly startedAt: string;
	readonly durationMs: number | null;
}

/** Chooses something under More. */
export async function choose(page: Page, item: string): Promise<void> {
	await page.getByRole("button", { name: "More" }).click();
	await page.getByRole("menuitem", { name: item }).click();
}

/** Waits until a page says that the meeting is recorded. */
export const isRecorded = (page: Page) => page.locator(".stage-head").getByText("Recording", { exact: true }).waitFor();

/** Starts the recording as a host. */
export async function startRecording(page: Page): Promise<void> {
	await choose(page, "Record");
	await page.getByRole("dialog").getByRole("button", { name: "Record" }).click();
}

/** Ends the meeting as a host. */
export async function endForAll(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Leave" }).click();
	await page.getByRole("button", { name: "End for all" }).click();
}

/** Returns what is at the server of a meeting. */
export const tracksOf = async ({ ui, host }: Rooms, meetingId: string) =>
	(await clientAt(ui.base, host.token).get(`/meetings/${meetingId}/recordings`)).body.data as Track[];

/** Waits until so much of a track of the page's own is kept in its browser. */
export const keeps = (page: Page, seconds: number) =>
	until(
		() =>
			page.evaluate(async (wanted) => {
				const opening = indexedDB.open("parley.uploads");
				await new Promise((resolve) => opening.addEventListener("success", resolve));
				const count = opening.result.transaction("pieces").objectStore("pieces").count();
				await new Promise((resolve) => count.addEventListener("success", resolve));
				opening.result.close();
				return count.result >= wanted;
			}, seconds),
		60_000,
	);
