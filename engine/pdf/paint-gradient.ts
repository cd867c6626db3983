import { type Matrix, multiply } from '../base/matrix.js'
import type { ConicGradient, PlacedGradient } from '../layout/gradients/place-gradient.js'
import type { GradientPaint } from '../paint/paint-target.js'
import type { Canvases } from './canvases.js'
import { conicShading } from './conic-shading.js'
import { deflate } from './deflate.js'
import type { PdfDictionary, PdfReference } from './pdf-values.js'
import type { Resources } from './resources.js'
import { gradientShading, hasAlpha, type ShadingChannel, shadingPattern, withOpacity } from './shading.js'

/** Makes a gradient the pattern to paint with, its alpha a soft mask. Returns the name of the pattern. */
export function setGradient(canvases: Canvases, { gradient, opacity, area }: GradientPaint): string {
  const { stream, resources, base } = canvases.current
  canvases.colors.paintGradient(gradient.stops.map(({ color }) => color))
  const masked = hasAlpha(gradient)
  if (masked) {
    // The opacity goes into the mask: some readers apply a constant alpha to the mask, too.
    const alpha = gradientPattern(canvases, withOpacity(gradient, opacity), 'alpha', gradient.transform)
    const mask = canvases.paintForm(area, canvases.maskGroup, () => {
      canvases.stream.state.setFillPattern(addPattern(canvases, canvases.current.resources, alpha))
      canvases.stream.fillArea([{ kind: 'rect', ...area }], 'nonzero')
    })
    canvases.setSoftMask('Luminosity', mask)
  }
  stream.state.setAlpha(masked ? 1 : opacity)
  const matrix = multiply(multiply(base, stream.state.matrix), gradient.transform)
  return addPattern(canvases, resources, gradientPattern(canvases, gradient, 'color', matrix))
}

/** Fills the clip with a gradient, its alpha a soft mask, by the operator for shadings (§8.7.4.2). */
export function paintGradient(canvases: Canvases, { gradient, opacity, area }: GradientPaint): void {
  canvases.colors.paintGradient(gradient.stops.map(({ color }) => color))
  const masked = hasAlpha(gradient)
  if (masked) {
    const mask = canvases.paintForm(area, canvases.maskGroup, () =>
      showShading(canvases, withOpacity(gradient, opacity), 'alpha'),
    )
    canvases.setSoftMask('Luminosity', mask)
  }
  canvases.stream.state.setAlpha(masked ? 1 : opacity)
  showShading(canvases, gradient, 'color')
}

function showShading(canvases: Canvases, gradient: PlacedGradient, channel: ShadingChannel): void {
  const shading =
    gradient.kind === 'conic'
      ? addConicShading(canvases, gradient, channel)
      : canvases.file.add(gradientShading(gradient, channel, canvases.rgb))
  const name = canvases.nameShading(shading)
  canvases.stream.transform(gradient.transform)
  canvases.stream.paintShading(name)
}

function gradientPattern(
  canvases: Canvases,
  gradient: PlacedGradient,
  channel: ShadingChannel,
  matrix: Matrix,
): PdfDictionary {
  if (gradient.kind !== 'conic') return shadingPattern(gradientShading(gradient, channel, canvases.rgb), matrix)
  return shadingPattern(addConicShading(canvases, gradient, channel), matrix)
}

function addConicShading({ file, rgb }: Canvases, gradient: ConicGradient, channel: ShadingChannel): PdfReference {
  const { dictionary, data } = conicShading(gradient, channel, rgb)
  return file.addStream({ ...dictionary, Filter: 'FlateDecode' }, deflate(data))
}

function addPattern(canvases: Canvases, resources: Resources, pattern: PdfDictionary): string {
  return canvases.namePattern(resources, canvases.file.add(pattern))
}
