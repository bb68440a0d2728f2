import { describe, expect, test } from "bun:test";
import { isUuid, newRequestId } from "#kernel/request-id";

describe("isUuid", () => {
	test.each([
		"123e4567-e89b-12d3-a456-426614174000",
		"00000000-0000-0000-0000-000000000000",
		"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
		"0192f0c1-7a2b-7c3d-8e4f-AbCdEf012345",
	])("accepts %s", (text) => {
		expect(isUuid(text)).toBeTrue();
	});

	test.each([
		"",
		"urn:uuid:123e4567-e89b-12d3-a456-426614174000",
		"{123e4567-e89b-12d3-a456-426614174000}",
		"123e4567e89b12d3a456426614174000",
		"123e4567-e89b-12d3-a456-426614174000\n",
		"123e4567-e89b-12d3-a456-42661417400g",
		"123e4567-e89b-12d3-a456-426614174000, 123e4567-e89b-12d3-a456-426614174000",
	])("refuses %j", (text) => {
		expect(isUuid(text)).toBeFalse();
	});
});

describe("newRequestId", () => {
	test("makes distinct UUIDs of version 7", () => {
		const ids = Array.from({ length: 100 }, newRequestId);

		expect(new Set(ids).size).toBe(100);
		expect(ids.every((id) => isUuid(id) && id[14] === "7")).toBeTrue();
	});
});
