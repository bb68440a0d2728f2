import { useQuery } from "@tanstack/react-query";
import { getRouteApi, lazyRouteComponent } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { paceSince } from "../../api/pace.ts";
import { type Item, outdate, queries, read } from "../../api/queries.ts";
import { useMay } from "../../app/may.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { withWord } from "../../ui/filters.tsx";
import { Form } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Notice } from "../../ui/notice.tsx";
import { texts } from "./texts.ts";

type TranslationOf = Item<"/transcripts/{transcriptId}/translations">;

const route = getRouteApi("/inside/o/$orgId/meetings/$meetingId");
/** Few open it. */
const TranslateDialog = lazyRouteComponent(() => import("./translate-dialog.tsx"), "TranslateDialog");
const TRANSLATIONS = "/transcripts/{transcriptId}/translations";
/** The translations of a transcript, and the one that the address chooses. */
export function useTranslation(transcriptId: string) {
	const { lang } = route.useSearch();
	const navigate = route.useNavigate();
	const options = read(TRANSLATIONS, { path: { transcriptId }, query: { limit: 200 } });
	const all = useQuery({
		...options,
		refetchInterval({ state: { data } }) {
			const made = data?.filter(({ state }) => state === "processing").map(({ updatedAt }) => paceSince(updatedAt));
			return made?.length ? Math.min(...made) : false;
		},
	}).data;
	const choose = (language: string | undefined) =>
		void navigate({ search: (old) => withWord(old, "lang", language), replace: true });

	/** Has it translated, or what has changed since, and shows it. */
	async function request(targetLanguage: string): Promise<void> {
		const params = { path: { transcriptId } };
		const { translationId } = (await unwrap(api.POST(TRANSLATIONS, { params, body: { targetLanguage } }))).data;
		await outdate(TRANSLATIONS);
		// A region may have fallen back to its language.
		choose(queries.getQueryData(options.queryKey)?.find(({ id }) => id === translationId)?.language);
	}
	return { transcriptId, all: all ?? [], chosen: all?.find(({ language }) => language === lang), choose, request };
}
export type Translations = ReturnType<typeof useTranslation>;

/** Chooses what is shown beside the original. */
export function TranslationMenu({ translation, spoken }: { translation: Translations; spoken: string | undefined }) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	const may = useMay();
	const [open, setOpen] = useState<"translate" | "delete" | null>(null);
	const { transcriptId, all, chosen, choose } = translation;
	const close = () => setOpen(null);
	if (all.length === 0 && !may("transcript:write")) return null;
	return (
		<>
			<Menu
				className="button"
				title={own.translation}
				button={
					<>
						<Icon name="languages" />
						{chosen ? format.language(chosen.language) : own.translation}
					</>
				}
			>
				{all.length > 0 && (
					<MenuItem checked={!chosen} onSelect={() => choose(undefined)}>
						{own.noTranslation}
					</MenuItem>
				)}
				{all.map(({ id, language }) => (
					<MenuItem key={id} checked={id === chosen?.id} onSelect={() => choose(language)}>
						{format.language(language)}
					</MenuItem>
				))}
				{may("transcript:write") && (
					<MenuItem icon="plus" onSelect={() => setOpen("translate")}>
						{own.translate}
					</MenuItem>
				)}
				{chosen && may("transcript:write") && (
					<MenuItem icon="trash" kind="danger" onSelect={() => setOpen("delete")}>
						{own.deleteTranslation}
					</MenuItem>
				)}
			</Menu>
			{open === "translate" && (
				<Suspense>
					<TranslateDialog translation={translation} spoken={spoken} onClose={close} />
				</Suspense>
			)}
			{open === "delete" && chosen && (
				<ConfirmDialog
					title={own.deleteTranslationTitle(format.language(chosen.language))}
					text={own.deleteTranslationText}
					action={own.deleteTranslation}
					onConfirm={async () => {
						const params = { path: { transcriptId, translationId: chosen.id } };
						await unwrap(api.DELETE("/transcripts/{transcriptId}/translations/{translationId}", { params }));
						choose(undefined);
						await outdate(TRANSLATIONS, "/meetings/{meetingId}");
					}}
					onClose={close}
				/>
			)}
		</>
	);
}

/** How far the shown translation is, and how good. */
export function TranslationState({ translation, chosen }: { translation: Translations; chosen: TranslationOf }) {
	const { t, format } = useTexts();
	const own = useOwnTexts(texts);
	const may = useMay();
	const { language, state, progress, quality, stale } = chosen;
	const name = format.language(language);
	const again = (label: string) =>
		may("transcript:write") && (
			<Form className="" onSubmit={() => translation.request(language)}>
				{(busy) => (
					<Button type="submit" busy={busy}>
						{label}
					</Button>
				)}
			</Form>
		);
	if (state === "processing")
		return (
			<p className="progress translation-state">
				<output>{own.translating(name, String(Math.floor(progress * 100)))}</output>
				<progress value={progress} aria-label={own.translation} />
			</p>
		);
	if (state === "failed")
		return (
			<div className="translation-state">
				<Notice kind="danger">{own.translationFailed(name)}</Notice>
				{again(t.common.retry)}
			</div>
		);
	return (
		<div className="translation-state">
			{stale && (
				<>
					<Notice kind="info">{own.translationStale}</Notice>
					{again(own.update)}
				</>
			)}
			{quality && <p className="field-hint">{own.qualities[quality]}</p>}
		</div>
	);
}
