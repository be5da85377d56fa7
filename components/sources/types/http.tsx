"use client";

import { nameVerifier } from "@/components/sources/provider-words";
import { HttpAbout } from "@/components/sources/types/http-about";
import { HttpSections } from "@/components/sources/types/http-fields";
import {
  checkHttp,
  type HttpValues,
  NEW_HTTP,
  toHttpInput,
  toHttpValues,
} from "@/components/sources/types/http-values";
import type { SourceTypeForm } from "@/components/sources/types/source-type";

export const http: SourceTypeForm<HttpValues> = {
  type: "http",
  title: "HTTP",
  what: "Webhooks are posted to a URL that Hookyard gives you.",
  newValues: NEW_HTTP,
  toValues: toHttpValues,
  toInput: toHttpInput,
  check: checkHttp,
  Sections: HttpSections,
  About: HttpAbout,
  subscribedIn: ["incoming"],
  whenOff: "Switched off, the source refuses what is posted to it with 403.",
  whenDeleted: "Its URL answers 404 from then on.",
  tell: nameVerifier,
};
