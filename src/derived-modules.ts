import type { createNotificationsModule } from "#modules/outbound/notifications";
import type { Processing } from "#modules/recordings/processing";
import { createActionItemsModule } from "#modules/transcripts/action-items";
import type { createCaptionsModule } from "#modules/transcripts/captions";
import { createSummariesModule, type SummariesModule } from "#modules/transcripts/summaries";
import { createTranslationsModule } from "#modules/transcripts/translations";
import type { Core } from "#platform/module";
import type { createEngines } from "./engines.ts";

/** Dependencies of {@link createDerivedModules}. */
interface DerivedDeps extends Pick<ReturnType<typeof createEngines>, "translators" | "summarizers"> {
	readonly processing: Processing;
	readonly captions: ReturnType<typeof createCaptionsModule>;
	readonly notify: ReturnType<typeof createNotificationsModule>["hooks"];
}

/** Creates and wires the modules for what is made of transcripts. */
export function createDerivedModules(
	core: Core,
	{ translators, summarizers, processing, captions, notify }: DerivedDeps,
) {
	const translations = createTranslationsModule(core, {
		processing,
		translators: translators.translators,
		captions: captions.translations,
		onReady: [notify.onTranslationReady],
	});
	captions.onFinal(translations.onFinal);
	const actionItems = createActionItemsModule(core, {
		onDismissed: (change, item) => summaries.onItemDismissed(change, item),
		onAssigned: notify.onActionItemAssigned,
	});
	const summaries: SummariesModule = createSummariesModule(core, {
		engines: summarizers.engines,
		processing,
		items: actionItems.items,
		onReady: [notify.onSummaryReady],
	});
	return { translations, summaries, actionItems, listeners: [translations.listener, summaries.listener] };
}
