/* Search behind Material's box and result list, loaded by box.js: as a worker, or into a page from disk, where no worker
   may start, and into a page that a result leads to, where it marks what was searched for.
   Messages: 0 get ready, 1 ready, 2 query, 3 result, 4 there is no index. Every sign of a query is literal. */
(() => {
  "use strict"
  const page = typeof document !== "undefined"
  const here = page ? document.currentScript.src : location.href
  const index = new URL("../search/search_index.js", here).href // a script for pages from disk; as .json for the worker
  const LETTER = /(?!\p{sc=Han})[\p{L}\p{N}_]/u, DIGIT = /\d/ // Han has no blanks: each sign may begin or end a word
  let docs, loading, cache = "default"

  // Keeps the length: a place in the one is the same place in the other.
  const fold = text => (low => low.length === text.length ? low : text)(text.toLowerCase())
    .replace(/[\uff01-\uff5e]/g, c => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[‐‑–]/g, "-").replace(/\s/g, " ")
  const squeeze = text => text.replace(/[ _-]/g, "")
  const plain = html => html.replace(/<\/?(?:code|su[bp])>/g, "").replace(/<[^>]*>/g, " ").replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&amp;/g, "&").replace(/\s+/g, " ").trim()
  const escape = text => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;")

  const prepare = entries => {
    const pages = new Map()
    docs = entries.map(({ location, title, text, tags = [], boost = 1 }) => {
      const top = location.split("#")[0], doc = { location, title: plain(title), text: plain(text), tags, boost }
      doc.name = fold(doc.title)
      doc.low = fold([doc.text, ...tags].join(" "))
      doc.tight = squeeze(doc.name)
      if (!pages.has(top)) pages.set(top, top === location ? doc : { ...doc, location: top, text: "", low: "" })
      doc.top = pages.get(top)
      return doc
    })
  }

  const load = () => loading ||= (page ? new Promise((done, failed) => {
    const tag = document.createElement("script")
    Object.assign(tag, { src: index, onload: () => done(self.__index), onerror: failed })
    document.head.append(tag)
  }) : fetch(index.replace(/js$/, "json"), { cache }).then(answer => answer.json())).then(found => prepare(found.docs))

  // How a word sits at a place: 1 alone, less where a longer one begins, least inside. 7.1 is not in 7.14, 17.1 or 2.7.1.
  const fit = (text, at, word) => {
    const end = at + word.length, before = text[at - 1] || " ", after = text[end] || " "
    const left = LETTER.test(word[0]) && (LETTER.test(before) || before === "." && DIGIT.test(text[at - 2]))
    const right = LETTER.test(after) && LETTER.test(word.at(-1))
    if (left && DIGIT.test(before) && DIGIT.test(word[0]) || right && DIGIT.test(after) && /\.\d+$/.test(word)) return 0.1
    return left ? 0.4 : right ? 0.6 : after === "." && DIGIT.test(text[end + 1]) ? 0.95 : 1
  }
  // Where a word is: alone if it is anywhere, and only alone if it is very short and not the whole query.
  const places = (text, word, query) => {
    const found = [], near = []
    for (let at = -1; near.length < 30 && (at = text.indexOf(word, at + 1)) >= 0;) {
      near.push(at)
      if (fit(text, at, word) > 0.9) found.push(at)
    }
    return found.length || /^\w\w?$/.test(word) && word !== query ? found : near
  }
  const best = (text, word, query) => {
    const at = text.includes(word) ? places(text, word, query) : []
    return at.length && Math.max(...at.map(place => fit(text, place, word))) * (1 + Math.log(at.length) / 20)
  }

  // The words of a query: where each is, and its weight, higher if rare and if no word of a language. What is nowhere is tried in parts.
  const split = query => {
    const words = new Map()
    const add = (word, parts) => {
      if (!word || words.has(word)) return
      const tight = word.length > 3 ? squeeze(word) : "", at = new Map()
      for (const doc of [...docs, ...new Set(docs.map(doc => doc.top))]) {
        const name = best(doc.name, word, query) || tight && doc.tight.includes(tight) && 0.7
        const value = { name: 4 * name, text: best(doc.low, word, query) }
        if (name || value.text) at.set(doc, value)
      }
      if (at.size || !parts.length) words.set(word, {
        at, weight: Math.log(1 + docs.length / (at.size + 0.5)) ** 2 * (/[a-z].*\d|\d.*[a-z]|_/.test(word) ? 2 : 1)
      })
      else parts[0](word).forEach(part => add(part, parts.slice(1)))
    }
    const trim = word => [word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")]
    const cut = word => /^\p{sc=Han}/u.test(word) ? [...word].map((c, i, all) => c + (all[i + 1] || "")).slice(0, -1)
      : word.split(/[^\p{L}\p{N}.]+/u)
    for (const word of query.match(/\p{sc=Han}+|[^\s\p{sc=Han}]+/gu).slice(0, 60)) add(word, [trim, cut])
    return words
  }

  const score = (doc, query, words, all, known) => {
    let sum = 0, found = 0, heaviest = 0, last
    const hits = []
    for (const [word, { at, weight }] of words) {
      const own = at.get(doc), above = at.get(doc.top)
      if (!own && !(above && above.name)) continue
      found += weight
      sum += weight * Math.max(own ? own.name : 0, own ? own.text : 0, above ? above.name * 0.75 : 0)
      if (!own) continue
      hits.push(word)
      heaviest = Math.max(heaviest, weight)
      const here = own.text ? places(doc.low, word, query) : []
      if (last && here.length) { // neighbours in the query, and in the text?
        const gap = Math.min(...here.map(b => Math.min(...last.here.map(a => b > a ? b - a - last.word.length : a - b))))
        sum += Math.min(weight, last.weight) / (1 + gap / 10)
      }
      last = here.length ? { here, word, weight } : undefined
    }
    if (!heaviest || found < all / 3 && heaviest < 2) return
    sum *= (found / known) ** Math.min(2, 6 / words.size) // of a long message the rare parts count, not how many
    sum += all * Math.max(4 * best(doc.name, query, query), 2 * best(doc.low, query, query))
    if (doc.tight.includes(squeeze(query))) sum += 2 * all * query.length / Math.max(doc.name.length, query.length)
    return { doc, hits, score: sum * doc.boost * (doc === doc.top ? 1.1 : doc.text ? 1 : 0.5) }
  }

  // Text as HTML with the words marked; a long text is cut to where most of them stand.
  const marked = (text, low, words, length) => {
    const spots = words.flatMap(word => places(low, word, words[1] ? "" : word).map(at => [at, at + word.length]))
      .sort((a, b) => a[0] - b[0] || b[1] - a[1])
    let from = 0, most = 0
    for (const [at] of text.length > length ? spots : []) {
      const inside = spots.reduce((sum, [a, b]) => sum + (a >= at && b < at + length - 40) * (b - a), 0)
      if (inside > most) [most, from] = [inside, Math.max(0, at - 40)]
    }
    if (from) from = text.indexOf(" ", from) + 1 || from
    const to = Math.min(text.length, from + length)
    let html = from ? "… " : "", done = from
    for (const [a, b] of spots) {
      if (a < done || b > to) continue
      html += `${escape(text.slice(done, a))}<mark>${escape(text.slice(a, b))}</mark>`
      done = b
    }
    return html + escape(text.slice(done, to)) + (to < text.length ? " …" : "")
  }

  const search = typed => {
    const query = fold(typed).replace(/ +/g, " ").trim().slice(0, 2000)
    if (!query) return { items: [] }
    const words = split(query), weigh = list => list.reduce((sum, { weight }) => sum + weight, 0)
    const all = weigh([...words.values()]), known = weigh([...words.values()].filter(({ at }) => at.size))
    const rare = [...words.keys()].sort((a, b) => words.get(b).weight - words.get(a).weight).slice(0, 8)
    const groups = new Map()
    const found = docs.map(doc => score(doc, query, words, all, known)).filter(Boolean).sort((a, b) => b.score - a.score)
    for (const hit of found) if (hit.score > found[0].score / 50) groups.set(hit.doc.top, [...groups.get(hit.doc.top) || [], hit])
    const item = ({ doc, hits, score }) => {
      const whole = doc.name.includes(query) || doc.low.includes(query), marks = whole ? [query] : hits
      const terms = whole ? { [query]: true } : Object.fromEntries(rare.map(word => [word, hits.includes(word)]))
      return {
        location: doc.location, score, terms, ...doc.tags.length && { tags: doc.tags.map(escape) },
        title: marked(doc.title, doc.name, marks, Infinity),
        text: doc.text && `<p>${marked(doc.text, doc.low, marks, 240)}</p>`
      }
    }
    // Material needs the page of each group, found or not.
    return { items: [...groups].map(([top, hits]) => [
      ...hits.slice(0, 5), hits.slice(5).find(hit => hit.doc === top) ||
        !hits.some(hit => hit.doc === top) && { doc: top, hits: [], score: 0 }
    ].filter(Boolean).map(item)) }
  }

  const handle = ({ type, data }, answer) => {
    if (type === 0) load().then(() => answer({ type: 1 }), () => {
      [loading, cache] = [null, "reload"] // what was wrong is not asked of the browser's own store again
      answer({ type: 4 })
    })
    if (type === 2 && docs) answer({ type: 3, data: search(data) })
  }
  if (!page) {
    self.onmessage = message => handle(message.data, answer => postMessage(answer))
    return
  }

  // The page that a result leads to: what was searched for is marked. Material adds it to the address as ?h=.
  const wanted = fold(new URLSearchParams(location.search).get("h") || "")
  if (wanted) {
    const nodes = [], walk = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) walk.currentNode.parentNode.closest("script, style, svg, select") || nodes.push(walk.currentNode)
    const holding = words => nodes.filter(node => words.some(word => places(fold(node.data), word, words[1] ? "" : word)[0] >= 0))
    const words = holding([wanted])[0] ? [wanted] : wanted.split(" ").filter(Boolean)
    for (const node of holding(words).slice(0, 500)) node.replaceWith(
      document.createRange().createContextualFragment(marked(node.data, fold(node.data), words, Infinity)))
  }

  self.__search = handle
})()
