//! Symmetric positive definite matrices: just enough for Newton's method and a covariance.

/// A square matrix, row by row.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    side: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(side: usize) -> Matrix {
        Matrix { side, cells: vec![0.0; side * side] }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.side + column]
    }

    /// Adds `weight · v·vᵀ` for a vector that is given by its few entries.
    pub(super) fn add_outer(&mut self, entries: &[(usize, f64)], weight: f64) {
        for &(row, a) in entries {
            for &(column, b) in entries {
                self.add(row, column, weight * a * b);
            }
        }
    }

    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.side + column] += value;
    }

    /// Cholesky's lower triangle L with L·Lᵀ = this; `None` if the matrix is not positive definite.
    pub(super) fn cholesky(&self) -> Option<Matrix> {
        let mut lower = Matrix::zero(self.side);
        for row in 0..self.side {
            for column in 0..=row {
                let rows = [row, column].map(|row| &lower.cells[row * self.side..row * self.side + column]);
                let known: f64 = rows[0].iter().zip(rows[1]).map(|(a, b)| a * b).sum();
                let left = self.at(row, column) - known;
                let value = if row > column {
                    left / lower.at(column, column)
                } else if left > 0.0 {
                    left.sqrt()
                } else {
                    return None;
                };
                lower.cells[row * self.side + column] = value;
            }
        }
        Some(lower)
    }

    /// Solves L·Lᵀ·x = b, where this is L.
    pub(super) fn solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x = b.to_vec();
        for row in 0..self.side {
            let known: f64 = (0..row).map(|column| self.at(row, column) * x[column]).sum();
            x[row] = (x[row] - known) / self.at(row, row);
        }
        for row in (0..self.side).rev() {
            let known: f64 = (row + 1..self.side).map(|below| self.at(below, row) * x[below]).sum();
            x[row] = (x[row] - known) / self.at(row, row);
        }
        x
    }

    /// The inverse of L·Lᵀ, where this is L.
    pub(super) fn inverse(&self) -> Matrix {
        let mut inverse = Matrix::zero(self.side);
        let mut unit = vec![0.0; self.side];
        for column in 0..self.side {
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                inverse.cells[row * self.side + column] = value;
            }
            unit[column] = 0.0;
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_is_one() {
        let mut matrix = Matrix::zero(3);
        matrix.add_outer(&[(0, 1.0), (1, 2.0)], 2.0);
        matrix.add_outer(&[(1, 1.0), (2, -3.0)], 0.5);
        (0..3).for_each(|at| matrix.add(at, at, 1.0));
        let inverse = matrix.cholesky().unwrap().inverse();
        for row in 0..3 {
            for column in 0..3 {
                let product: f64 = (0..3).map(|k| matrix.at(row, k) * inverse.at(k, column)).sum();
                assert!((product - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
        matrix.add(0, 0, -100.0);
        assert!(matrix.cholesky().is_none());
    }
}
