import { expect, test } from "vitest";
import { transliterate } from "#server/messaging/pdf/transliterate.ts";

test.each([
  ["आशा वर्मा", "Asha Varma"],
  ["राम", "Ram"],
  ["मोहम्मद ज़ाकिर", "Mohammad Zakir"],
  ["लक्ष्मी नारायण", "Lakshmi Narayan"],
  ["संजय सिंह", "Sanjay Sinh"],
  ["রবীন্দ্র", "Rabindr"],
  ["ਸਿੰਘ", "Singh"],
  ["રમેશ", "Ramesh"],
  ["లక్ష్మి", "Lakshmi"],
  ["ಮಂಜುನಾಥ", "Manjunath"],
  ["न", "Na"],
  ["१२३", "123"],
  ["Asha वर्मा, B.Sc.", "Asha Varma, B.Sc."],
  ["Müller", "Müller"],
])("transliterates %s to %s", (name, latin) => expect(transliterate(name)).toBe(latin));
