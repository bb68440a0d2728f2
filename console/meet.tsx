import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { TextsProvider } from "./app/texts.tsx";
import { Entry } from "./room/entry.ts";
import { meetingAt } from "./room/series-address.ts";
import { Meet } from "./screens/entry/meet.tsx";
import "./styles/meet.css";

const place = document.getElementById("console");

/** The room of a meeting at `<prefix>/meet/<id>#<code>`: a page by itself, for those who know nothing of the console. */
function open(meetingId: string): void {
	const fragment = location.hash.slice(1);
	const entry = new Entry(meetingId, fragment);
	// Whoever sees the token of a launch would be its guest.
	if (fragment.startsWith("launch=")) history.replaceState(null, "", "#launch");
	void entry.begin();
	if (place)
		createRoot(place).render(
			<StrictMode>
				<TextsProvider>
					<Meet entry={entry} />
				</TextsProvider>
			</StrictMode>,
		);
}

const named = location.pathname.split("/").at(-1) ?? "";
if (named.startsWith("ser_"))
	// What fails here fails for the room again, which says so.
	void meetingAt(named)
		.catch(() => named)
		.then((meetingId) => {
			// A reload comes back to the same meeting.
			if (meetingId !== named) history.replaceState(null, "", `${meetingId}${location.hash}`);
			open(meetingId);
		});
else open(named);
