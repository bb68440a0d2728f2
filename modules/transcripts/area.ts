import type { Engines } from "#areas/engines";
import type { Meetings } from "#areas/meetings";
import type { Recordings } from "#areas/recordings";
import type { MediaForwarder } from "#modules/meetings/forwarding";
import type { Core } from "#platform/module";
import { createActionItemsModule } from "./action-items/module.ts";
import { createAudioApiModule } from "./audio-api/module.ts";
import { createCaptionLinksModule } from "./caption-links/module.ts";
import { createCaptionsModule } from "./captions/module.ts";
import { createLiveModule } from "./live/module.ts";
import { createSummariesModule } from "./summaries/module.ts";
import { createTranscriptSearchModule } from "./transcript-search/module.ts";
import { createTranscriptionModule } from "./transcription/module.ts";
import { createTranscriptsModule } from "./transcripts/module.ts";
import { createTranslationsModule } from "./translations/module.ts";

interface TranscriptsDeps {
	readonly engines: Engines;
	readonly meetings: Pick<Meetings, "chat" | "attendance" | "liveAccess" | "unattended">;
	readonly recordings: Pick<Recordings, "processing" | "storeWaveform">;
	/** The callers behind tokens, keys and tickets. */
	readonly identities: Parameters<typeof createLiveModule>[1]["identities"] &
		Parameters<typeof createCaptionsModule>[1]["makers"];
	/** Null: no media worker is configured. */
	readonly forwarder: MediaForwarder | null;
}

/** Creates the modules of what was said, and of what is made of it. */
export function createTranscripts(
	core: Core,
	{ engines, meetings, recordings, identities, forwarder }: TranscriptsDeps,
) {
	const { bus } = core;
	const { media, speech } = engines;
	const { processing, storeWaveform } = recordings;
	const transcriptSearch = createTranscriptSearchModule(core);
	const transcripts = createTranscriptsModule(core);
	const { writer } = transcripts;
	const transcription = createTranscriptionModule(core, {
		processing,
		media,
		engines: speech,
		transcripts: writer,
		storeWaveform,
	});
	const captions = createCaptionsModule(core, { bus, engines: speech, transcripts: writer, makers: identities });
	const captionLinks = createCaptionLinksModule(core, {
		makers: captions.makers,
		identities,
		access: meetings.liveAccess,
	});
	const translations = createTranslationsModule(core, {
		processing,
		translators: engines.translators,
		captions: captions.translations,
	});
	const actionItems = createActionItemsModule(core);
	const summaries = createSummariesModule(core, {
		engines: engines.summaries,
		processing,
		items: actionItems.items,
	});
	const live = createLiveModule(core, {
		captions: captions.captions,
		identities,
		chat: meetings.chat,
		attendance: meetings.attendance,
		access: meetings.liveAccess,
		readers: captionLinks.readers,
		unattended: meetings.unattended,
		forwarder,
	});
	return {
		forwarding: live.forwarding,
		transcripts: writer,
		translations: translations.store,
		transcriptIndexer: transcriptSearch.indexer,
		captions: captions.captions,
		modules: {
			transcriptSearch,
			transcripts,
			transcription,
			captions,
			captionLinks,
			translations,
			actionItems,
			summaries,
			live,
			audioApi: createAudioApiModule(core, { media, engines: speech }),
		},
	};
}
