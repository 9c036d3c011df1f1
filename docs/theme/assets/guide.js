// The language switch keeps the place in the page: section ids are the same in both languages.
document.addEventListener("click", function (event) {
  var link = event.target.closest && event.target.closest("a.md-select__link[hreflang]")
  if (link) link.hash = location.hash
})

// What is folded is printed too, also where styles cannot open it.
window.addEventListener("beforeprint", function () {
  document.querySelectorAll(".md-typeset details:not([open])").forEach(function (one) {
    one.open = true
    window.addEventListener("afterprint", function () { one.open = false }, { once: true })
  })
})

// A wrong address is answered in its own language first.
document.querySelectorAll(".lost").forEach(function (section) {
  if (location.pathname.split("/").includes(section.lang)) document.querySelector("h1").after(section)
})

// Tables of prose that are wider than the page scroll in a box: the keyboard reaches it while there is something to scroll.
function reachable() {
  document.querySelectorAll(".md-typeset__scrollwrap").forEach(function (box) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0
    else box.removeAttribute("tabindex")
  })
}
window.addEventListener("load", reachable)
window.addEventListener("resize", reachable)

// Menu and search open with labels of hidden boxes, which no key reaches: here they are buttons, named like what they open.
document.querySelectorAll(".md-header__button[for]").forEach(function (label) {
  var opened = document.querySelector({ __drawer: ".md-nav--primary", __search: ".md-search" }[label.htmlFor])
  if (!opened) return
  label.tabIndex = 0
  label.setAttribute("role", "button")
  label.setAttribute("aria-label", opened.getAttribute("aria-label"))
  label.addEventListener("keydown", function (event) {
    if (event.key !== "Enter" && event.key !== " ") return
    event.preventDefault()
    label.click()
  })
})
