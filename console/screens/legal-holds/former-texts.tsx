import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type Item, readPages } from "../../api/queries.ts";
import { PersonName } from "../../app/person-name.tsx";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty, Failure, Loading } from "../../ui/states.tsx";
import { texts } from "./texts.ts";

const FORMER = "/orgs/{orgId}/legal-holds/{holdId}/former-texts";
type Former = Item<typeof FORMER>;

/** The words of a value: statements of a summary have them in a member. */
const wordsOf = (value: unknown): string[] =>
	Array.isArray(value)
		? value.flatMap(wordsOf)
		: typeof value === "object" && value !== null
			? wordsOf("text" in value ? value.text : Object.values(value))
			: value == null
				? []
				: [String(value)];

interface Props {
	readonly orgId: string;
	readonly hold: { readonly id: string; readonly name: string };
}

/** The button that opens the former texts of a hold. */
export function FormerTexts(props: Props) {
	const own = useOwnTexts(texts);
	const [isOpen, setIsOpen] = useState(false);
	return (
		<>
			<Button kind="quiet" onClick={() => setIsOpen(true)}>
				{own.formerTexts}
			</Button>
			{isOpen && <FormerTextsDialog {...props} onClose={() => setIsOpen(false)} />}
		</>
	);
}

/** What texts said that were edited or deleted while a hold keeps their meetings. */
function FormerTextsDialog({ orgId, hold, onClose }: Props & { onClose: () => void }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { data, error, refetch, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
		readPages(FORMER, { path: { orgId, holdId: hold.id } }),
	);
	const found = data?.pages.flatMap((page) => page.data) ?? [];
	// The API looks at so many texts for a page: one without any of this hold is not the last.
	const isSearching = found.length === 0 && (hasNextPage || isFetching);
	useEffect(() => {
		if (isSearching && !isFetching && !error) void fetchNextPage();
	}, [isSearching, isFetching, error, fetchNextPage]);
	return (
		<Dialog title={own.formerTextsOf(hold.name)} lead={own.formerTextsLead} width="wide" onClose={onClose}>
			{error && found.length === 0 ? (
				<Failure error={error} onRetry={refetch} />
			) : isSearching ? (
				<Loading />
			) : found.length === 0 ? (
				<Empty icon="text" title={own.noFormerTexts}>
					{own.noFormerTextsHint}
				</Empty>
			) : (
				<ol className="revisions">
					{found.map((each) => (
						<FormerText key={each.id} orgId={orgId} text={each} />
					))}
				</ol>
			)}
			{found.length > 0 && hasNextPage && (
				<Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
					{t.common.more}
				</Button>
			)}
		</Dialog>
	);
}

function FormerText({
	orgId,
	text: { meetingId, object, former, replacedAt, replacedBy },
}: {
	orgId: string;
	text: Former;
}) {
	const { format } = useTexts();
	const own = useOwnTexts(texts);
	// Ids say nothing to people.
	const members = Object.entries(own.formerMembers).filter(([name]) => name in former);
	return (
		<li>
			<strong>{own.formerObjects[object.type]}</strong>
			<small>
				{own.replaced(format.dateTime(replacedAt))}{" "}
				<PersonName orgId={orgId} id={replacedBy} otherwise={<code>{replacedBy}</code>} />
			</small>
			{members.map(([name, title]) => (
				<div key={name}>
					<small>{title}</small>
					{wordsOf(former[name]).map((words) => (
						<p key={words}>{words}</p>
					))}
				</div>
			))}
			<Link className="link" to="/o/$orgId/meetings/$meetingId" params={{ orgId, meetingId }}>
				{own.toMeeting}
			</Link>
		</li>
	);
}
