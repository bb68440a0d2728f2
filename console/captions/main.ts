import { type components, connectLive, createClient, LiveError, ProblemError, unwrap } from "#client";
import "./captions.css";
import { Lines } from "./lines.ts";
import { isOverlay, overlayLines, readOptions } from "./options.ts";
import { offerLanguages, openSettings } from "./settings.ts";
import { language, t } from "./texts.ts";

/** How long is waited before it is asked again whether the meeting has started, in ms. */
const PAUSE_MS = 3_000;
/** How often it is looked whether there is a connection, in ms. */
const LOOK_MS = 1_000;

// The page is `<prefix>/c/<secret>`: the API is one level above it.
const api = createClient({ baseUrl: new URL("..", location.href).href, language });
const link = location.pathname.split("/").at(-1) ?? "";
const list = document.getElementById("captions") as HTMLElement;
const state = document.getElementById("state") as HTMLElement;
const title = document.getElementById("title") as HTMLElement;

type Outcome = "over" | "invalid" | "closed";

function say(text: string): void {
	if (state.textContent !== text) state.textContent = text;
}

/** Says that there is nothing more to come. */
function finish(outcome: Outcome): void {
	say(outcome === "invalid" ? `${t.invalid} ${t.invalidHint}` : t[outcome]);
}

/** Returns what a refusal means to readers; null: it may pass. */
function outcomeOf(error: unknown): Outcome | null {
	if (error instanceof LiveError) return error.code === "not_found" ? "invalid" : "closed";
	if (!(error instanceof ProblemError)) return null;
	if (error.code === "not_found") return "invalid";
	if (error.meta.reason === "meeting_over") return "over";
	return error.isRetryable || error.code === "state_conflict" ? null : "closed";
}

/** Shows the logo of the organization, and its colour where that is readable. */
function showBrand({ accent, logo }: components["schemas"]["PublicBranding"], organization: string): void {
	const { style } = document.documentElement;
	for (const [ground, shade] of Object.entries(accent ?? {})) style.setProperty(`--brand-${ground}`, shade);
	if (logo === null) return;
	const image = Object.assign(new Image(logo.width, logo.height), { src: logo.url, alt: organization, id: "logo" });
	document.getElementById("bar")?.prepend(image);
}

/** Waits until the meeting is live, and returns it. */
async function arrive() {
	for (;;) {
		try {
			return (await unwrap(api.POST("/transcription/live/reader-tickets", { body: { link } }))).data;
		} catch (error) {
			if (outcomeOf(error) !== null) throw error;
			say(error instanceof ProblemError && error.code === "state_conflict" ? t.waiting : t.lost);
		}
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
	}
}

async function read(): Promise<void> {
	let options = readOptions();
	const lines = new Lines(list, options, isOverlay ? overlayLines : null);
	/** What was said before the page was open is not read out: the region is live once that is there. */
	let isCurrent = false;
	const announce = () => {
		list.ariaLive = options.still && isCurrent ? "polite" : "off";
	};
	openSettings(options, (chosen) => {
		options = chosen;
		lines.choose(options);
		announce();
	});

	say(t.connecting);
	const { meeting, organization, branding } = await arrive();
	const { id: meetingId, title: name, translateTo } = meeting;
	showBrand(branding, organization);
	title.textContent = name;
	document.title = `${name} – ${t.captions}`;
	// One that was chosen for another meeting.
	if (options.translation !== null && !translateTo.includes(options.translation)) {
		options = { ...options, translation: null, original: true };
		lines.choose(options);
	}
	offerLanguages(translateTo, options);
	const live = connectLive(api, {
		meetingId,
		captionLink: link,
		from: isOverlay ? "now" : "beginning",
		translateTo: translateTo.slice(0, 5),
	});
	const look = () => {
		const isSilent = list.childElementCount === 0;
		say(live.isConnected ? (isSilent && isCurrent ? t.silent : "") : isCurrent ? t.lost : t.connecting);
	};
	const timer = setInterval(look, LOOK_MS);
	try {
		for await (const message of live) {
			if (message.type === "final" || message.type === "partial") lines.say(message);
			else if (message.type === "translation") lines.translate(message);
			else if (message.type === "status" && message.state === "live") {
				isCurrent = true;
				announce();
			}
			look();
		}
	} finally {
		clearInterval(timer);
	}
	finish("over");
}

document.documentElement.lang = language;
document.documentElement.toggleAttribute("data-overlay", isOverlay);
document.title = t.captions;
title.textContent = t.captions;
list.ariaLabel = t.captions;
// So that it can be scrolled by keys.
list.tabIndex = 0;
for (const place of document.querySelectorAll<HTMLElement>("[data-text]")) {
	const text = t[place.dataset.text as keyof typeof t];
	if (typeof text === "string") place.textContent = text;
}
await read().catch((error: unknown) => finish(outcomeOf(error) ?? "closed"));
