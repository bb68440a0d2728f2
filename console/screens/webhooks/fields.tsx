import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Checks, ChecksField } from "../../ui/checks.tsx";
import { SelectField, SwitchField, TextAreaField, TextField } from "../../ui/field.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import type { Webhook } from "./definition.ts";
import { texts } from "./texts.ts";

/** What can be set of a webhook. */
export function Fields({ of: webhook }: { of?: Webhook }) {
	const own = useOwnTexts(texts);
	const [isAll, setIsAll] = useState(webhook === undefined || webhook.eventTypes === null);
	const headers = webhook?.headerNames ?? [];
	return (
		<>
			<TextField
				label={own.url}
				hint={own.urlHint}
				name="url"
				type="url"
				placeholder="https://timetable.example/parley"
				defaultValue={webhook?.url}
				maxLength={2048}
				autoComplete="off"
				required
			/>
			<TextField
				label={own.description}
				hint={own.descriptionHint}
				name="description"
				defaultValue={webhook?.description ?? ""}
				maxLength={500}
				autoComplete="off"
			/>
			<SwitchField
				label={own.allTypes}
				hint={own.allTypesHint}
				name="allTypes"
				checked={isAll}
				onChange={({ currentTarget }) => setIsAll(currentTarget.checked)}
			/>
			{!isAll && <EventTypes chosen={webhook?.eventTypes ?? []} />}
			<SelectField
				label={own.payload}
				name="payload"
				defaultValue={webhook?.payload ?? "full"}
				options={Object.entries(own.payloads)}
			/>
			<TextAreaField
				label={own.headers}
				hint={headers.length > 0 ? own.headersSet(headers.join(", ")) : own.headersHint}
				name="headers"
				placeholder="Authorization: Bearer …"
				autoComplete="off"
				spellCheck={false}
				rows={2}
			/>
			{headers.length > 0 && <SwitchField label={own.noHeaders} name="noHeaders" />}
		</>
	);
}

/** The types of events, by what they are about. */
function EventTypes({ chosen }: { chosen: readonly string[] }) {
	const own = useOwnTexts(texts);
	const { data, error, refetch } = useQuery({
		...read("/webhooks/event-types", {}),
		staleTime: Number.POSITIVE_INFINITY,
	});
	if (data === undefined) return error ? <Failure error={error} onRetry={refetch} /> : <Loading />;
	const known = data.eventTypes.map(({ type }) => type);
	// A prefix such as `org.member.*` is no type, and may have been chosen all the same.
	const all = [...new Set([...known, ...chosen.filter((type) => !/^\w+\.\*$/u.test(type))])];
	const groups = Object.entries(Object.groupBy(all, (type) => type.slice(0, type.indexOf("."))));
	return (
		<ChecksField label={own.types} name="eventTypes">
			{groups.map(([group, types = []]) => (
				<details key={group} className="event-types" open={chosen.some((type) => type.startsWith(`${group}.`))}>
					<summary>
						{group} <small>{own.typesOf(types.length)}</small>
					</summary>
					<Checks
						label={group}
						name="eventTypes"
						options={[[`${group}.*`, own.every(`${group}.*`)], ...types.map((type) => [type, type] as const)]}
						chosen={chosen}
					/>
				</details>
			))}
		</ChecksField>
	);
}
