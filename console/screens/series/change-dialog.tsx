import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, readVersioned } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { EditDialog } from "../../ui/edit-dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import type { Values } from "../../ui/form.tsx";
import { SpeechFields } from "../meetings/speech-fields.tsx";
import { ClassFields, RuleFields } from "./fields.tsx";
import { fieldsTexts } from "./fields-texts.ts";
import { formOf } from "./rule.ts";
import { texts } from "./texts.ts";
import { changeOf, guestsOf, type SeriesData } from "./values.ts";
import { wordsOf } from "./words.ts";

const SERIES = "/series/{seriesId}";
const LOCAL = "2030-01-07T09:30".length;

/** Changes all of a series that has not begun, or one of its occurrences and those that follow. */
export function ChangeDialog({
	seriesId,
	from,
	onChanged,
	onClose,
}: {
	seriesId: string;
	/** The occurrence from which on it changes; without it, all. */
	from?: { readonly occurrence: string; readonly words: string };
	/** Is given the series that was changed: another one, if it was split. */
	onChanged?: (seriesId: string) => void;
	onClose: () => void;
}) {
	const own = useOwnTexts(texts);
	const path = { seriesId };
	const found = useQuery(readVersioned(SERIES, { path }));
	const firstOf = ({ startsAt }: SeriesData) => (from?.occurrence ?? startsAt).slice(0, LOCAL);

	async function save(values: Values, series: SeriesData, version: string): Promise<void> {
		const query = from ? { from: from.occurrence } : {};
		const { data } = await unwrap(
			api.PATCH(SERIES, {
				params: { path, query, header: { "If-Match": version } },
				body: changeOf(series, values, firstOf(series)),
			}),
		);
		await outdate(SERIES, "/series/{seriesId}/meetings", "/workspaces/{workspaceId}/series", "/meetings");
		onChanged?.(data.id);
	}
	return (
		<EditDialog
			title={from ? own.changeFrom : own.change}
			lead={from ? own.changeFromLead(from.words) : own.changeLead}
			found={found}
			onSave={save}
			onClose={onClose}
		>
			{(series) => <Fields series={series} first={firstOf(series)} isPart={from !== undefined} />}
		</EditDialog>
	);
}

function Fields({ series, first, isPart }: { series: SeriesData; first: string; isPart: boolean }) {
	const { t, format, language } = useTexts();
	const own = useOwnTexts(fieldsTexts);
	const [start, setStart] = useState(first);
	const initial = formOf(series);
	const { title, timezone, durationMinutes } = series;
	return (
		<>
			<TextField label={t.meetings.name} name="title" defaultValue={title} autoComplete="off" required />
			<TextField
				label={isPart ? own.startAgain : own.start}
				hint={own.startHint}
				name="start"
				path="/startsAt"
				type="datetime-local"
				defaultValue={first}
				required
				onInput={({ currentTarget }) => setStart(currentTarget.value)}
			/>
			<RuleFields
				initial={initial}
				startsAt={start}
				{...(initial === null && { other: { name: own.kept, words: wordsOf(series, language, format.tag) } })}
			/>
			<ClassFields timezone={timezone} durationMinutes={durationMinutes} guests={guestsOf(series)} />
			<SpeechFields before={series} />
		</>
	);
}
