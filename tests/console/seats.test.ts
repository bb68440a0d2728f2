import { expect, test } from "bun:test";
import { Seats } from "../../console/room/seats.ts";
import { Store } from "../../console/room/store.ts";

const person = (id: string, hand = false) => ({ id, hand, hasPicture: false, tracks: { picture: null, screen: null } });
const people = (count: number) => Array.from({ length: count }, (_, at) => person(`${at + 1}`));

/** Returns who has a tile after each step: who speaks, at which second. */
function seat(count: number, steps: readonly (readonly [string, number])[]) {
	const seats = new Seats(new Store({ people: [] }), new Store({ ids: new Set<string>() }));
	return steps.map(([speaking, second]) => {
		seats.take(people(count), new Set(speaking === "" ? [] : speaking.split(" ")), second * 1_000);
		return seats.store.value.ids.join(" ");
	});
}

test("everybody has a tile as long as there are nine", () => {
	expect(seat(8, [["", 0]])).toEqual(["1 2 3 4 5 6 7 8"]);
	expect(seat(9, [["", 0]])).toEqual(["1 2 3 4 5 6 7"]);
});

test("who begins to speak takes the tile of the person who has not spoken for longest, and only that one changes", () => {
	const seated = seat(30, [
		["1 2", 0],
		["20", 10],
		["20 21", 20],
	]);

	expect(seated).toEqual(["1 2 3 4 5 6 7", "1 2 3 4 5 6 20", "1 2 3 4 5 21 20"]);
});

test("a tile is not taken from a person who has spoken a moment ago", () => {
	const seated = seat(30, [
		["1 2 3 4 5 6 7", 0],
		["20", 4],
		["20", 6],
	]);

	expect(seated).toEqual(["1 2 3 4 5 6 7", "1 2 3 4 5 6 7", "1 2 3 4 5 6 20"]);
});

test("who speaks keeps the tile when the ninth comes", () => {
	const seats = new Seats(new Store({ people: [] }), new Store({ ids: new Set<string>() }));
	seats.take(people(8), new Set(["8"]), 1_000);
	seats.take(people(9), new Set(), 2_000);

	expect(seats.store.value.ids).toEqual(["1", "2", "3", "4", "5", "6", "8"]);
});

test("who raises a hand has a tile, but not that of another raised hand, and who speaks comes first", () => {
	const seats = new Seats(new Store({ people: [] }), new Store({ ids: new Set<string>() }));
	const raised = (...ids: string[]) => people(30).map(({ id }) => person(id, ids.includes(id)));
	seats.take(people(30), new Set(), 0);
	seats.take(raised("12", "13", "14", "15", "16", "17", "18", "19"), new Set(), 1_000);
	const withHands = seats.store.value.ids;
	seats.take(raised("12", "13", "14", "15", "16", "17", "18", "19"), new Set(["30"]), 2_000);

	expect(withHands).toEqual(["18", "17", "16", "15", "14", "13", "12"]);
	expect(seats.store.value.ids).toEqual(["18", "17", "16", "15", "14", "13", "30"]);
});
